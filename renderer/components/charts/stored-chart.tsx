import type { HistoryDocument } from '../../../src/contract/local-history.ts';
import { byteSteps } from '../../lib/chart-scale.ts';
import { formatBytes, formatCount } from '../../lib/format.ts';
import { storageWords, timesOf } from '../../lib/history-words.ts';
import { t } from '../../lib/language.ts';
import { TimeChart } from './time-chart.tsx';

/** How much was stored. */
export function StoredChart({ history }: { history: HistoryDocument }) {
  const { points } = history;
  return (
    <TimeChart
      name={t('history.storage.title')}
      shape="line"
      times={timesOf(history)}
      series={[
        {
          name: t('history.storage.size'),
          tone: 'main',
          amounts: points.map(({ storage }) => storage?.bytes ?? null),
        },
      ]}
      scale={byteSteps}
      format={formatBytes}
      facts={(index) => {
        const storage = points[index]?.storage;
        return (
          (storage && [
            { name: t('history.storage.size'), value: formatBytes(storage.bytes) },
            { name: t('history.storage.files'), value: formatCount(storage.contents) },
          ]) ??
          undefined
        );
      }}
      summary={storageWords(history)}
    />
  );
}
