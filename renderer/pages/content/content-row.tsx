import { Anchor, Badge, Group, Table, Text } from '@mantine/core';
import type { LocalContent } from '../../../src/contract/local.ts';
import { openContent } from '../../lib/content-actions.ts';
import { isOwners, ownTitle } from '../../lib/content-words.ts';
import { formatBytes, formatDateTime, formatExactTime } from '../../lib/format.ts';
import { notifyProblem } from '../../lib/notify-problem.tsx';
import { ContentMenu } from './content-menu.tsx';
import classes from './content-row.module.css';

interface ContentRowProps {
  content: LocalContent;
  /** Position among all matches, from 0. */
  index: number;
  measure(row: HTMLTableRowElement | null): void;
}

/** One stored file. */
export function ContentRow({ content, index, measure }: ContentRowProps) {
  const added = (
    <time dateTime={content.created_at} title={formatExactTime(content.created_at)}>
      {formatDateTime(content.created_at)}
    </time>
  );
  const title = ownTitle(content);
  const below = [
    ...(title === null ? [] : [content.name]),
    ...(isOwners(content) ? [] : [`Stored by ${content.uploaded_by.name}`]),
  ];
  return (
    <Table.Tr ref={measure} data-index={index} aria-rowindex={index + 2}>
      <Table.Th scope="row" fw={400}>
        <Group gap="xs" wrap="nowrap">
          <ContentName content={content} />
          {content.published && <Badge style={{ flexShrink: 0 }}>Published</Badge>}
        </Group>
        {below.length > 0 && (
          <Text size="xs" c="dimmed" truncate>
            {below.join(' · ')}
          </Text>
        )}
        <Text size="xs" c="dimmed" hiddenFrom="sm" truncate>
          {formatBytes(content.size)} · {added}
        </Text>
      </Table.Th>
      <Table.Td visibleFrom="md" c="dimmed" className={classes.truncated} title={content.content_type}>
        {content.content_type.split(';', 1)[0]}
      </Table.Td>
      <Table.Td visibleFrom="sm" ta="right">
        {formatBytes(content.size)}
      </Table.Td>
      <Table.Td visibleFrom="sm">{added}</Table.Td>
      <Table.Td px={0} ta="center">
        <ContentMenu content={content} />
      </Table.Td>
    </Table.Tr>
  );
}

/** What a browser shows in place opens from its name. */
function ContentName({ content }: { content: LocalContent }) {
  const shown = ownTitle(content) ?? content.name;
  if (!content.viewable) {
    return (
      <Text size="sm" truncate title={content.name}>
        {shown}
      </Text>
    );
  }
  return (
    <Anchor
      component="button"
      type="button"
      size="sm"
      truncate
      display="block"
      maw="100%"
      ta="left"
      title={content.name}
      aria-label={`Open ${shown}`}
      onClick={() => openContent(content).catch(notifyProblem)}
    >
      {shown}
    </Anchor>
  );
}
