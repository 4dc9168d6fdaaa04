import { Anchor, Badge, Group, Table, Text } from '@mantine/core';
import { memo } from 'react';
import { Link } from 'react-router';
import type { LocalContent } from '../../../src/contract/dashboard-api/content.ts';
import { formatBytes } from '../../lib/format/format.ts';
import { t } from '../../lib/i18n/language.ts';
import { filePathOf } from '../../lib/paths.ts';
import type { CameFrom } from '../../ui/navigation/back-link.tsx';
import { DateTime } from '../../ui/values/date-time.tsx';
import { SmallNote } from '../../ui/values/texts.ts';
import { openShareDialog } from '../sharing/index.ts';
import {
  canView,
  damageLabel,
  FilePicture,
  originLabel,
  plainName,
  plainType,
  saleStateLabel,
  sharedLabel,
  shownTitle,
} from '../stored-file/index.ts';
import { ContentMenu } from './content-menu.tsx';
import classes from './content-row.module.css';

interface ContentRowProps {
  content: LocalContent;
  /** Position among all matches, from 0. */
  index: number;
}

export const ContentRow = memo(function ContentRow({ content, index }: ContentRowProps) {
  const added = <DateTime at={content.created_at} />;
  const title = shownTitle(content);
  const type = plainType(content);
  const below = [...(title === plainName(content) ? [] : [plainName(content)]), ...originLabel(content)];
  return (
    <Table.Tr data-index={index} aria-rowindex={index + 2}>
      <Table.Th scope="row" fw={400}>
        <Group gap="xs" className={classes.name}>
          <FilePicture content={content} size={32} />
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
        {below.length > 0 && <SmallNote truncate>{below.join(' · ')}</SmallNote>}
        <Text size="xs" c="dimmed" hiddenFrom="md" className={classes.facts}>
          {formatBytes(content.size)} · {added}
        </Text>
      </Table.Th>
      <Table.Td visibleFrom="lg" c="dimmed" className={classes.truncated} title={type}>
        {type.split(';', 1)[0]}
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

function SaleBadge({ content: { sealed: encrypted, sealing: encryption } }: { content: LocalContent }) {
  if (encrypted) {
    return (
      <Badge color={encrypted.key ? 'alcove' : 'gray'} style={{ flexShrink: 0 }}>
        {t(encrypted.key ? 'content.sealed' : 'content.sealedNoKey')}
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

/** Links to the viewer where the app can show the content. */
function ContentName({ content }: { content: LocalContent }) {
  const shown = shownTitle(content);
  if (!canView(content)) {
    return (
      <Text size="sm" truncate maw="100%" title={plainName(content)} translate="no">
        {shown}
      </Text>
    );
  }
  return (
    <Anchor
      component={Link}
      to={filePathOf(content.content_id)}
      state={{ cameFrom: t('frame.pages.library') } satisfies CameFrom}
      size="sm"
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
