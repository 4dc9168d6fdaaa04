import { Anchor, Badge, Button, Group, Table, Text, Tooltip, UnstyledButton } from '@mantine/core';
import {
  IconBookmark,
  IconCheck,
  IconDownload,
  IconExternalLink,
  IconLink,
  IconPlus,
} from '@tabler/icons-react';
import { memo } from 'react';
import type { Transfer } from '../../../src/contract/dashboard-api/fetch.ts';
import type { RemoteContent } from '../../../src/contract/node-api/discovery.ts';
import { kindOf, titleOf } from '../../lib/format/file-kind.ts';
import { formatBytes } from '../../lib/format/format.ts';
import { hostName } from '../../lib/format/host-name.ts';
import { t } from '../../lib/i18n/language.ts';
import { notifyProblem } from '../../ui/feedback/notify-problem.tsx';
import { RowMenu } from '../../ui/lists/row-menu.tsx';
import { SmallNote } from '../../ui/values/texts.ts';
import { useCopy } from '../../ui/values/use-copy.ts';
import { openFollowDialog } from '../following/index.ts';
import { openContent } from '../stored-file/index.ts';
import { FetchProgress, useFetchCopy } from '../transfers/index.ts';
import { publicLink, sourceLabel } from './discovery-labels.ts';
import type { FilterName } from './use-found-filter.ts';

interface FoundRowProps {
  found: RemoteContent;
  /** The running fetch of this content. */
  transfer: Transfer | undefined;
  /** Position among all matches, from 0. */
  index: number;
  onFilter(name: FilterName, value: string): void;
}

/** The most tags and authors that fit in a line. */
const maxShown = 3;

export const FoundRow = memo(function Row({ found, transfer, index, onFilter }: FoundRowProps) {
  const { content_id: id, content_type: type, size, sources, stored } = found;
  const title = titleOf(found);
  const get = useFetchCopy(id);
  const onGet = (options: { pinned: boolean }) => get.mutate(options, { onError: notifyProblem });
  const underWay = transfer !== undefined && transfer.state !== 'failed';
  return (
    <Table.Tr data-index={index} aria-rowindex={index + 2}>
      <Table.Th scope="row" fw={400}>
        <OpenLink found={found} title={title} />
        <Marks found={found} onFilter={onFilter} />
        <SmallNote hiddenFrom="md" truncate>
          {stored && (
            <Text span inherit hiddenFrom="sm">
              {t('discovery.here')}
              {' · '}
            </Text>
          )}
          {kindOf(type)} · {formatBytes(size)}
        </SmallNote>
        {transfer && <FetchProgress transfer={transfer} title={title} />}
      </Table.Th>
      <Table.Td visibleFrom="lg">
        <Mark
          label={kindOf(type)}
          what={t('discovery.only.type', { value: kindOf(type) })}
          onClick={() => onFilter('content_type', type.split(';', 1)[0] ?? type)}
        />
      </Table.Td>
      <Table.Td visibleFrom="md" ta="end">
        {formatBytes(size)}
      </Table.Td>
      <Table.Td visibleFrom="md">
        <Sources hosts={sources} />
      </Table.Td>
      <Table.Td visibleFrom="sm" px="xs">
        {stored ? (
          <Badge leftSection={<IconCheck size={12} aria-hidden />}>{t('discovery.here')}</Badge>
        ) : (
          <Button
            size="xs"
            variant="default"
            aria-label={t('discovery.getOf', { title })}
            disabled={underWay}
            loading={get.isPending}
            onClick={() => onGet({ pinned: false })}
          >
            {t(transfer?.state === 'failed' ? 'discovery.again' : 'discovery.get')}
          </Button>
        )}
      </Table.Td>
      <Table.Td px={0} ta="center">
        <FoundMenu found={found} onGet={onGet} />
      </Table.Td>
    </Table.Tr>
  );
});

function OpenLink({ found, title }: { found: RemoteContent; title: string }) {
  return (
    <Anchor
      component="button"
      type="button"
      size="sm"
      lineClamp={2}
      maw="100%"
      ta="start"
      mih={24}
      style={{ overflowWrap: 'anywhere' }}
      title={title}
      translate="no"
      aria-label={t('content.openOf', { title })}
      onClick={() => openContent(found).catch(notifyProblem)}
    >
      {title}
    </Anchor>
  );
}

function Sources({ hosts }: { hosts: string[] }) {
  const label = sourceLabel(hosts);
  return (
    <Tooltip label={label} events={{ hover: true, focus: true, touch: true }}>
      <UnstyledButton fz="sm" aria-label={label}>
        {t('discovery.sources.count', { count: hosts.length })}
      </UnstyledButton>
    </Tooltip>
  );
}

function Marks({ found, onFilter }: Pick<FoundRowProps, 'found' | 'onFilter'>) {
  const marks = [
    ...found.authors.slice(0, maxShown).map((value) => ({ name: 'author', value, label: value }) as const),
    ...found.hashtags
      .slice(0, maxShown)
      .map((value) => ({ name: 'hashtag', value, label: `#${value}` }) as const),
  ];
  if (marks.length === 0) return null;
  return (
    <Group gap={4} mt={2}>
      {marks.map(({ name, value, label }) => (
        <Mark
          key={`${name} ${value}`}
          label={label}
          what={t(`discovery.only.${name}`, { value })}
          onClick={() => onFilter(name, value)}
        />
      ))}
    </Group>
  );
}

/** Shows a tag of a content; a click filters the list by it. */
function Mark({ label, what, onClick }: { label: string; what: string; onClick(): void }) {
  return (
    <Badge
      component="button"
      type="button"
      color="gray"
      maw="min(100%, 20rem)"
      mih={24}
      aria-label={what}
      title={what}
      style={{ cursor: 'pointer' }}
      onClick={onClick}
    >
      <bdi>{label}</bdi>
    </Badge>
  );
}

interface FoundMenuProps {
  found: RemoteContent;
  /** Fetches the content; a pinned one is never evicted. */
  onGet(options: { pinned: boolean }): void;
}

function FoundMenu({ found, onGet }: FoundMenuProps) {
  const copy = useCopy();
  const link = publicLink(found);
  const copyLink = (url: string) =>
    copy(url, t('discovery.linkCopied', { node: hostName(new URL(url).origin) }));
  return (
    <RowMenu
      label={t('common.actionsFor', { name: titleOf(found) })}
      entries={() => [
        [IconExternalLink, t('content.menu.open'), () => openContent(found).catch(notifyProblem)],
        !found.stored && [IconDownload, t('discovery.get'), () => onGet({ pinned: false })],
        !found.stored && [IconBookmark, t('discovery.getAndKeep'), () => onGet({ pinned: true })],
        link !== null && [IconLink, t('common.copyLink'), () => copyLink(link)],
        'line',
        [IconPlus, t('discovery.follow'), () => openFollowDialog(found)],
      ]}
    />
  );
}
