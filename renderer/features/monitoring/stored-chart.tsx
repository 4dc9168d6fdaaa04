import type { UsageHistory } from '../../../src/contract/dashboard-api/administration/monitoring.ts';
import { formatBytes, formatCount } from '../../lib/format/format.ts';
import { t } from '../../lib/i18n/language.ts';
import { byteSteps } from '../../ui/charts/chart-scale.ts';
import { TimeChart } from '../../ui/charts/time-chart.tsx';
import { storageSummary, timesOf } from './history-labels.ts';

export function StoredChart({ history }: { history: UsageHistory }) {
  const { points } = history;
  const size = t('monitoring.storage.size');
  return (
    <TimeChart
      name={t('monitoring.storage.title')}
      shape="line"
      times={timesOf(history)}
      series={[{ name: size, amounts: points.map(({ storage }) => storage?.bytes ?? null) }]}
      scale={byteSteps}
      format={formatBytes}
      facts={(index) => {
        const storage = points[index]?.storage;
        if (!storage) return undefined;
        return [
          { name: size, value: formatBytes(storage.bytes) },
          { name: t('monitoring.storage.files'), value: formatCount(storage.contents) },
        ];
      }}
      summary={storageSummary(history)}
    />
  );
}
