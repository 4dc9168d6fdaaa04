import { SegmentedControl } from '@mantine/core';
import type { HistoryRange } from '../../../src/contract/dashboard-api/administration/monitoring.ts';
import { t } from '../../lib/i18n/language.ts';

const ranges = ['day', 'week', 'month', 'year'] as const satisfies readonly HistoryRange[];

interface RangeSwitchProps {
  range: HistoryRange;
  onChange(range: HistoryRange): void;
}

/** Selects the time range of charts. */
export function RangeSwitch({ range, onChange }: RangeSwitchProps) {
  return (
    <SegmentedControl<HistoryRange>
      size="xs"
      aria-label={t('monitoring.range.label')}
      value={range}
      onChange={onChange}
      data={ranges.map((value) => ({ value, label: t(`monitoring.range.${value}`) }))}
    />
  );
}
