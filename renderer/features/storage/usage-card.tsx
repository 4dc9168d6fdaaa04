import { Text } from '@mantine/core';
import { useState } from 'react';
import type { HistoryRange } from '../../../src/contract/dashboard-api/administration/monitoring.ts';
import type { StorageState } from '../../../src/contract/dashboard-api/storage.ts';
import { formatBytes } from '../../lib/format/format.ts';
import { t } from '../../lib/i18n/language.ts';
import { QueryState } from '../../ui/feedback/query-state.tsx';
import { SectionCard } from '../../ui/layout/section-card.tsx';
import { ErrorNote, Note } from '../../ui/values/texts.ts';
import { RangeSwitch, StoredChart, useHistory } from '../monitoring/index.ts';
import { diskSegments, storedBytes, storeSegments } from './storage-labels.ts';
import { UsageBar } from './usage-bar.tsx';

/** Shows the usage of the stored files. */
export function UsageCard({ storage }: { storage: StorageState }) {
  const stored = storedBytes(storage);
  return (
    <SectionCard
      title={t('storage.usage.title')}
      aside={<Note>{t('storage.usage.inAll', { size: formatBytes(stored) })}</Note>}
    >
      {stored === 0 ? (
        <Text size="sm">{t('storage.usage.empty')}</Text>
      ) : (
        <UsageBar label={t('storage.usage.label')} segments={storeSegments(storage)} />
      )}
    </SectionCard>
  );
}

/** Shows the usage of the disk. */
export function DiskCard({ storage }: { storage: StorageState }) {
  const { free_bytes: free, total_bytes: total, floor_bytes: floor } = storage.disk;
  return (
    <SectionCard
      title={t('storage.disk.title')}
      aside={<Note>{t('storage.disk.free', { free: formatBytes(free), total: formatBytes(total) })}</Note>}
    >
      <UsageBar label={t('storage.disk.label')} segments={diskSegments(storage)} />
      {free <= floor && <ErrorNote>{t('storage.disk.full')}</ErrorNote>}
    </SectionCard>
  );
}

/** Shows the stored bytes over time. */
export function StoredCard() {
  const [range, setRange] = useState<HistoryRange>('month');
  const history = useHistory(range);
  return (
    <SectionCard title={t('history.title')} aside={<RangeSwitch range={range} onChange={setRange} />}>
      <QueryState query={history} height="16rem" loading={t('history.loading')}>
        {(data) => <StoredChart history={data} />}
      </QueryState>
    </SectionCard>
  );
}
