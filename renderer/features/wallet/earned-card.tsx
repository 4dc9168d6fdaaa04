import { useState } from 'react';
import type { HistoryRange } from '../../../src/contract/dashboard-api/administration/monitoring.ts';
import { t } from '../../lib/i18n/language.ts';
import { QueryState } from '../../ui/feedback/query-state.tsx';
import { SectionCard } from '../../ui/layout/section-card.tsx';
import { EarningsChart, RangeSwitch, useEarnings } from '../monitoring/index.ts';

/** Shows the earnings of the owner’s wallets over time. */
export function EarnedCard() {
  const [range, setRange] = useState<HistoryRange>('month');
  const earnings = useEarnings(range);
  return (
    <SectionCard
      title={t('history.earnings.title')}
      aside={<RangeSwitch range={range} onChange={setRange} />}
    >
      <QueryState query={earnings} height="16rem" loading={t('history.loading')}>
        {(data) => <EarningsChart earnings={data} />}
      </QueryState>
    </SectionCard>
  );
}
