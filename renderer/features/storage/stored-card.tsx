import { useState } from 'react';
import type { HistoryRange } from '../../../src/contract/dashboard-api/administration/monitoring.ts';
import { t } from '../../lib/i18n/language.ts';
import { QueryState } from '../../ui/feedback/query-state.tsx';
import { SectionCard } from '../../ui/layout/section-card.tsx';
import { RangeSwitch, StoredChart, useHistory } from '../monitoring/index.ts';

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
