import { SimpleGrid } from '@mantine/core';
import { useState } from 'react';
import type { HistoryRange } from '../../../src/contract/dashboard-api/administration/monitoring.ts';
import { t } from '../../lib/i18n/language.ts';
import { QueryState } from '../../ui/feedback/query-state.tsx';
import { SectionCard } from '../../ui/layout/section-card.tsx';
import { Subsection } from '../../ui/layout/subsection.tsx';
import { RangeSwitch, StoredChart, TrafficChart, useHistory } from '../monitoring/index.ts';

export function HistoryCard() {
  const [range, setRange] = useState<HistoryRange>('day');
  const history = useHistory(range);
  return (
    <SectionCard title={t('monitoring.title')} aside={<RangeSwitch range={range} onChange={setRange} />}>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl">
        <Subsection title={t('monitoring.traffic.title')}>
          <QueryState query={history} height="16rem" loadingLabel={t('monitoring.loading')}>
            {(data) => <TrafficChart history={data} />}
          </QueryState>
        </Subsection>
        <Subsection title={t('monitoring.storage.title')}>
          <QueryState query={history} height="16rem" loadingLabel={t('monitoring.loading')}>
            {(data) => <StoredChart history={data} />}
          </QueryState>
        </Subsection>
      </SimpleGrid>
    </SectionCard>
  );
}
