import { Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { HistoryRange } from '../../../src/contract/dashboard-api/administration/monitoring.ts';
import type { StorageState } from '../../../src/contract/dashboard-api/storage.ts';
import { formatBytes } from '../../lib/format/format.ts';
import { t } from '../../lib/i18n/language.ts';
import { QueryState } from '../../ui/feedback/query-state.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { SectionCard } from '../../ui/layout/section-card.tsx';
import { BareList } from '../../ui/lists/bare-list.tsx';
import { ErrorNote, Note } from '../../ui/values/texts.ts';
import { RangeSwitch, StoredChart, useHistory } from '../monitoring/index.ts';
import { useSettingValues } from '../settings/index.ts';
import { CheckCard } from './check-card.tsx';
import { FolderCard } from './folder-card.tsx';
import { LimitsCard } from './limits-card.tsx';
import { diskSegments, type Segment, segmentLabel, storedBytes, storeSegments } from './storage-labels.ts';
import { useStorage } from './storage-queries.ts';
import classes from './usage-bar.module.css';
import { KindsCard, LargestCard, PeopleCard } from './usage-cards.tsx';

/** Shows usage, limits, file health and the folder of the stored files. */
export function StoragePage() {
  const query = useStorage();
  const settings = useSettingValues().data;
  return (
    <Page title={t('frame.pages.storage')}>
      <QueryState query={query} height={320} loadingLabel={t('storage.loading')}>
        {(storage) => (
          <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
            <Stack gap="md" miw={0}>
              <UsageCard storage={storage} />
              <KindsCard kinds={storage.by_kind} />
              <LargestCard files={storage.largest} />
              <StoredCard />
              <PeopleCard users={storage.by_user} />
            </Stack>
            <Stack gap="md" miw={0}>
              <DiskCard storage={storage} />
              {settings && <LimitsCard limits={settings.storage} storage={storage} />}
              <CheckCard check={storage.check} damages={storage.damages} />
              <FolderCard storage={storage} />
            </Stack>
          </SimpleGrid>
        )}
      </QueryState>
    </Page>
  );
}

function UsageCard({ storage }: { storage: StorageState }) {
  const stored = storedBytes(storage);
  return (
    <SectionCard
      title={t('storage.usage.title')}
      aside={<Note>{t('storage.usage.inAll', { size: formatBytes(stored) })}</Note>}
    >
      {stored === 0 ? (
        <Text size="sm">{t('storage.usage.empty')}</Text>
      ) : (
        <UsageBar
          label={t('storage.usage.title')}
          segments={storeSegments(storage).filter(({ bytes }) => bytes > 0)}
        />
      )}
    </SectionCard>
  );
}

function DiskCard({ storage }: { storage: StorageState }) {
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

function StoredCard() {
  const [range, setRange] = useState<HistoryRange>('month');
  const history = useHistory(range);
  return (
    <SectionCard title={t('monitoring.title')} aside={<RangeSwitch range={range} onChange={setRange} />}>
      <QueryState query={history} height="16rem" loadingLabel={t('monitoring.loading')}>
        {(data) => <StoredChart history={data} />}
      </QueryState>
    </SectionCard>
  );
}

interface UsageBarProps {
  /** Name of the whole bar. */
  label: string;
  segments: Segment[];
}

function UsageBar({ label, segments }: UsageBarProps) {
  const drawn = segments.filter(({ bytes }) => bytes > 0);
  return (
    <Stack gap="sm">
      <div className={classes.bar} aria-hidden>
        {drawn.map((segment) => (
          <div
            key={segment.id}
            className={`${classes.segment} ${classes[segment.id]}`}
            style={{ flexGrow: segment.bytes }}
            title={t('common.labelled', { label: segment.label, value: segmentLabel(segment) })}
          />
        ))}
      </div>
      <BareList gap={6} aria-label={label}>
        {segments.map((segment) => (
          <Group component="li" key={segment.id} gap="xs" wrap="nowrap" align="flex-start">
            <span className={`${classes.swatch} ${classes[segment.id]}`} aria-hidden />
            <Text size="sm" flex={1} lh={1.2}>
              {segment.label}
            </Text>
            <Text size="sm" c="dimmed" ta="end" lh={1.2}>
              {segmentLabel(segment)}
            </Text>
          </Group>
        ))}
      </BareList>
    </Stack>
  );
}
