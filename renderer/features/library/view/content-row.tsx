import { Anchor, Badge, Box, Group, Table, Text } from '@mantine/core';
import { type MouseEvent, memo } from 'react';
import { Link, useNavigate } from 'react-router';
import type { LocalContent } from '../../../../src/contract/dashboard-api/content.ts';
import { formatBytes, formatLength } from '../../../lib/format/format.ts';
import { t } from '../../../lib/i18n/language.ts';
import { itemPathOf } from '../../../lib/paths.ts';
import type { BackState } from '../../../ui/navigation/back-link.tsx';
import { DateTime } from '../../../ui/values/date-time.tsx';
import { SmallNote } from '../../../ui/values/texts.ts';
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
import { type SelectableProps, SelectBox } from './content-tile.tsx';

interface ContentRowProps extends SelectableProps {
  /** Its index in the table, including headings. */
  line: number;
  /** Whether only one line is shown. */
  isCompact: boolean;
}

/** Elements with an action of their own. */
const controls = 'a, button, input, label';

/** Shows a file as a row; a click anywhere opens it. */
export const ContentRow = memo(function Row({ line, isCompact, ...props }: ContentRowProps) {
  const { content, index, isSelected } = props;
  const navigate = useNavigate();
  const added = <DateTime at={content.created_at} />;
  const author = content.authors.join(', ') || (shownAuthor(content) ?? '');
  const length = content.media?.duration_ms;
  const open = ({ target, currentTarget }: MouseEvent<HTMLElement>) => {
    // Menus and dialogs are elsewhere in the document.
    if (!currentTarget.contains(target as Node) || (target as Element).closest(controls)) return;
    if (getSelection()?.isCollapsed === false) return;
    void navigate(itemPathOf(content.content_id), { state: backState() });
  };
  return (
    <Table.Tr
      data-index={line}
      data-tile={index}
      data-compact={isCompact || undefined}
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      className={classes.row ?? ''}
      onClick={open}
    >
      <Table.Td pe={0} visibleFrom="xs">
        <SelectBox {...props} />
      </Table.Td>
      <Table.Th scope="row" fw={400}>
        <Group gap="sm" wrap="nowrap">
          <FilePicture content={content} size={isCompact ? 28 : 40} />
          <Box miw={0} flex={1}>
            <ContentFacts content={content} isCompact={isCompact} />
            <Text size="xs" c="dimmed" hiddenFrom="md" className={classes.facts}>
              {formatBytes(content.size)} · {added}
            </Text>
          </Box>
        </Group>
      </Table.Th>
      <Table.Td visibleFrom="lg" c="dimmed" className={classes.truncated} title={author}>
        <bdi>{author}</bdi>
      </Table.Td>
      <Table.Td visibleFrom="lg" ta="end">
        {length != null && formatLength(length)}
      </Table.Td>
      <Table.Td visibleFrom="md" ta="end">
        {formatBytes(content.size)}
      </Table.Td>
      <Table.Td visibleFrom="md">{added}</Table.Td>
      <Table.Td px={0} ta="center">
        <ContentMenu content={content} />
      </Table.Td>
    </Table.Tr>
  );
});

/** Shows the name of a file, its state, and its origin. */
function ContentFacts({ content, isCompact }: { content: LocalContent; isCompact: boolean }) {
  const title = shownTitle(content);
  const below = [...(title === plainName(content) ? [] : [plainName(content)]), ...originLabel(content)];
  return (
    <>
      <Group gap="xs" className={classes.name}>
        <ContentName content={content} />
        {content.published && <Badge style={{ flexShrink: 0 }}>{t('content.publishedBadge')}</Badge>}
        <SharedBadge content={content} />
        <SaleBadge content={content} />
      </Group>
      {content.damage !== null && (
        <Text size="xs" c="var(--mantine-color-error)">
          {damageLabel(content.damage)}
        </Text>
      )}
      {!isCompact && below.length > 0 && <SmallNote truncate>{below.join(' · ')}</SmallNote>}
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

const backState = (): BackState => ({ backLabel: t('frame.pages.library') });

function ContentName({ content }: { content: LocalContent }) {
  const shown = shownTitle(content);
  return (
    <Anchor
      component={Link}
      to={itemPathOf(content.content_id)}
      state={backState()}
      size="sm"
      c="var(--mantine-color-text)"
      // Meets the minimum target size (WCAG 2.5.8).
      lh="1.5rem"
      truncate
      display="block"
      maw="100%"
      title={plainName(content)}
      translate="no"
      aria-label={t('content.openOf', { title: shown })}
    >
      {shown}
    </Anchor>
  );
}
