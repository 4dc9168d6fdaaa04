import { Badge } from '@mantine/core';
import { type MouseEvent, memo } from 'react';
import { Link } from 'react-router';
import type { LocalContent } from '../../../../src/contract/dashboard-api/content.ts';
import { formatBytes, formatLength } from '../../../lib/format/format.ts';
import { t } from '../../../lib/i18n/language.ts';
import { itemPathOf } from '../../../lib/paths.ts';
import type { BackState } from '../../../ui/navigation/back-link.tsx';
import { DateTime } from '../../../ui/values/date-time.tsx';
import { PlayingMark } from '../../player/index.ts';
import { openShareDialog } from '../../sharing/index.ts';
import {
  damageLabel,
  FilePicture,
  originLabel,
  plainName,
  saleStateLabel,
  sharedLabel,
  shownAuthor,
  shownTitle,
} from '../../stored-file/index.ts';
import { ContentMenu } from '../content-menu.tsx';
import classes from './content-row.module.css';
import { usePlace } from './listed-query.ts';
import { type SelectableProps, SelectBox } from './select-box.tsx';

interface ContentRowProps extends SelectableProps {
  /** Its index in the table, including headings. */
  line: number;
  /** Whether only one line is shown. */
  isCompact: boolean;
}

/** Elements with an action of their own. */
const controls = 'a, button, input, label';

/**
 * Shows a file as a row; a click anywhere opens it. It consists of plain elements, because scrolling renders hundreds of
 * rows per second.
 */
export const ContentRow = memo(function Row({ line, isCompact, ...props }: ContentRowProps) {
  const { content, index, isSelected } = props;
  const added = <DateTime at={content.created_at} />;
  const author = content.authors.join(', ') || (shownAuthor(content) ?? '');
  const length = content.media?.duration_ms;
  const size = formatBytes(content.size);
  return (
    <tr
      data-index={line}
      data-tile={index}
      data-compact={isCompact || undefined}
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      className={classes.row}
      onClick={open}
    >
      <td className={classes.select}>
        <SelectBox {...props} />
      </td>
      <th scope="row">
        <div className={classes.file}>
          <FilePicture content={content} size={isCompact ? 28 : 40} />
          <div className={classes.about}>
            <ContentFacts content={content} index={index} isCompact={isCompact} />
            <p className={`mantine-hidden-from-md ${classes.note} ${classes.facts}`}>
              {size} · {added}
            </p>
          </div>
        </div>
      </th>
      <td className={`mantine-visible-from-lg ${classes.author} ${classes.truncated}`} title={author}>
        <bdi>{author}</bdi>
      </td>
      <td className={`mantine-visible-from-lg ${classes.number}`}>
        {length != null && formatLength(length)}
      </td>
      <td className={`mantine-visible-from-md ${classes.number}`}>{size}</td>
      <td className="mantine-visible-from-md">{added}</td>
      <td className={classes.actions}>
        <ContentMenu content={content} />
      </td>
    </tr>
  );
});

function open({ target, currentTarget }: MouseEvent<HTMLElement>): void {
  // Menus and dialogs are elsewhere in the document.
  if (!currentTarget.contains(target as Node) || (target as Element).closest(controls)) return;
  if (getSelection()?.isCollapsed === false) return;
  currentTarget.querySelector<HTMLElement>('th a')?.click();
}

interface ContentFactsProps extends Pick<ContentRowProps, 'content' | 'index'> {
  isCompact: boolean;
}

/** Shows the name of a file, its state, and its origin. */
function ContentFacts({ content, index, isCompact }: ContentFactsProps) {
  const title = shownTitle(content);
  const below = [...(title === plainName(content) ? [] : [plainName(content)]), ...originLabel(content)];
  return (
    <>
      <div className={classes.name}>
        <PlayingMark contentId={content.content_id} />
        <ContentName content={content} index={index} />
        {content.published && <Badge style={{ flexShrink: 0 }}>{t('content.publishedBadge')}</Badge>}
        <SharedBadge content={content} />
        <SaleBadge content={content} />
      </div>
      {content.damage !== null && (
        <p className={classes.note} data-error>
          {damageLabel(content.damage)}
        </p>
      )}
      {!isCompact && below.length > 0 && (
        <p className={`${classes.note} ${classes.truncated}`}>{below.join(' · ')}</p>
      )}
    </>
  );
}

/** Shows on how many nodes a file is shared; opens the sharing dialog. */
function SharedBadge({ content }: { content: LocalContent }) {
  const words = sharedLabel(content.shares);
  if (words === null) return null;
  return (
    <Badge
      component="button"
      type="button"
      color={content.shares.some(({ state }) => state === 'failed') ? 'red' : 'alcove'}
      aria-label={`${words}: ${plainName(content)}`}
      style={{ flexShrink: 0, cursor: 'pointer' }}
      onClick={() => openShareDialog(content)}
    >
      {words}
    </Badge>
  );
}

function SaleBadge({ content: { encrypted, encryption } }: { content: LocalContent }) {
  if (encrypted) {
    return (
      <Badge color={encrypted.key ? 'alcove' : 'gray'} style={{ flexShrink: 0 }}>
        {t(encrypted.key ? 'content.encrypted' : 'content.encryptedNoKey')}
      </Badge>
    );
  }
  if (!encryption) return null;
  const { label, color } = saleStateLabel(encryption);
  return (
    <Badge color={color} style={{ flexShrink: 0 }}>
      {label}
    </Badge>
  );
}

function ContentName({ content, index }: Pick<ContentRowProps, 'content' | 'index'>) {
  const place = usePlace(index);
  const shown = shownTitle(content);
  return (
    <Link
      to={itemPathOf(content.content_id)}
      state={{ ...place, title: shown } satisfies BackState}
      className={`${classes.title} ${classes.truncated}`}
      title={plainName(content)}
      translate="no"
      aria-label={t('content.openOf', { title: shown })}
    >
      {shown}
    </Link>
  );
}
