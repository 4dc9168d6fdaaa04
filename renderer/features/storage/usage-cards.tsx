import { Anchor, Group, Progress, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { StorageState } from '../../../src/contract/dashboard-api/storage.ts';
import { formatBytes } from '../../lib/format/format.ts';
import { t } from '../../lib/i18n/language.ts';
import { itemPathOf, paths } from '../../lib/paths.ts';
import { SectionCard } from '../../ui/layout/section-card.tsx';
import { BareList } from '../../ui/lists/bare-list.tsx';
import type { BackState } from '../../ui/navigation/back-link.tsx';
import { segmentLabel } from './storage-labels.ts';

/** Shows the usage of each kind of file, the largest first. */
export function KindsCard({ kinds }: { kinds: StorageState['by_kind'] }) {
  const rows = kinds
    .filter(({ contents }) => contents > 0)
    .toSorted((a, b) => b.bytes - a.bytes)
    .map(({ kind, ...amount }) => ({
      id: kind,
      label: (
        <Anchor component={Link} to={paths[kind]} inherit>
          {t(`frame.pages.${kind}`)}
        </Anchor>
      ),
      ...amount,
    }));
  if (rows.length === 0) return null;
  return (
    <SectionCard title={t('storage.kinds.title')}>
      <UsageRows label={t('storage.kinds.title')} rows={rows} />
    </SectionCard>
  );
}

export function LargestCard({ files }: { files: StorageState['largest'] }) {
  if (files.length === 0) return null;
  const state: BackState = { backLabel: t('frame.pages.storage') };
  return (
    <SectionCard title={t('storage.largest.title')}>
      <BareList as="ol" gap="xs" aria-label={t('storage.largest.title')}>
        {files.map(({ content_id: id, title, size }) => (
          <Group component="li" key={id} justify="space-between" gap="xs" wrap="nowrap">
            <Anchor
              component={Link}
              to={itemPathOf(id)}
              state={state}
              size="sm"
              lh="1.5rem"
              truncate
              title={title}
            >
              <bdi translate="no">{title}</bdi>
            </Anchor>
            <Text size="sm" c="dimmed" style={{ flexShrink: 0 }}>
              {formatBytes(size)}
            </Text>
          </Group>
        ))}
      </BareList>
    </SectionCard>
  );
}

/** Shows the users with the largest usage. */
export function PeopleCard({ users }: { users: StorageState['by_user'] }) {
  if (users.length === 0) return null;
  const rows = users.map(({ name, ...user }) => ({ label: <bdi title={name}>{name}</bdi>, ...user }));
  return (
    <SectionCard
      title={t('storage.people.title')}
      aside={
        <Anchor component={Link} to={paths.access} size="sm">
          {t('storage.people.show')}
        </Anchor>
      }
    >
      <UsageRows label={t('storage.people.title')} rows={rows} />
    </SectionCard>
  );
}

interface UsageRowsProps {
  /** Name of the list. */
  label: string;
  rows: readonly { id: string; label: ReactNode; bytes: number; contents: number }[];
}

function UsageRows({ label, rows }: UsageRowsProps) {
  const max = Math.max(1, ...rows.map(({ bytes }) => bytes));
  return (
    <BareList as="ol" gap="sm" aria-label={label}>
      {rows.map((row) => (
        <Stack component="li" key={row.id} gap={4}>
          <Group justify="space-between" gap="xs" wrap="nowrap">
            <Text size="sm" truncate>
              {row.label}
            </Text>
            <Text size="sm" c="dimmed" style={{ flexShrink: 0 }}>
              {segmentLabel(row)}
            </Text>
          </Group>
          <Progress value={(row.bytes / max) * 100} size="xs" aria-hidden />
        </Stack>
      ))}
    </BareList>
  );
}
