import { Anchor, Group, Progress, Text } from '@mantine/core';
import { Link } from 'react-router';
import type { Overview } from '../../../src/contract/dashboard-api/administration/monitoring.ts';
import { formatBytes, formatPercent, percentOf } from '../../lib/format/format.ts';
import { t } from '../../lib/i18n/language.ts';
import { SectionCard } from '../../ui/layout/section-card.tsx';
import { Note } from '../../ui/values/texts.ts';

const nearlyFull = 0.9;

/** Shows how much is stored, relative to the quota or to the free disk space. */
export function StorageCard({ storage }: { storage: Overview['storage'] }) {
  const { contents, quota_bytes: quota, free_bytes: free } = storage;
  const used = quota === null ? storage.content_bytes : storage.counted_bytes;
  const capacity = quota ?? used + free;
  const share = capacity > 0 ? used / capacity : 0;
  return (
    <SectionCard
      title={t('frame.pages.storage')}
      aside={
        <Anchor component={Link} to="/storage" size="sm" lh="1.5rem">
          {t('overview.storage.whoUsesWhat')}
        </Anchor>
      }
    >
      <Progress.Root size="lg">
        <Progress.Section
          value={percentOf(share, 1)}
          color={share >= nearlyFull ? 'orange' : 'alcove'}
          aria-label={t('overview.storage.usedShare', { share: formatPercent(share) })}
        />
      </Progress.Root>
      <Group justify="space-between" gap={4}>
        <Text size="sm">{t('overview.storage.used', { size: formatBytes(used), count: contents })}</Text>
        <Note>
          {quota === null
            ? t('overview.storage.free', { size: formatBytes(free) })
            : t('overview.storage.ofQuota', { size: formatBytes(quota) })}
        </Note>
      </Group>
    </SectionCard>
  );
}
