import type { UsageHistory } from '../../../src/contract/dashboard-api/administration/monitoring.ts';
import { formatBytes } from '../../lib/format/format.ts';
import { t } from '../../lib/i18n/language.ts';
import { byteSteps } from '../../ui/charts/chart-scale.ts';
import { TimeChart } from '../../ui/charts/time-chart.tsx';
import { receivedOf, sentOf, timesOf, trafficSummary } from './history-labels.ts';

/** Shows the traffic: sent bytes upwards, received bytes downwards. */
export function TrafficChart({ history }: { history: UsageHistory }) {
  const { points } = history;
  const [sent, received] = [t('monitoring.traffic.sent'), t('monitoring.traffic.received')];
  const amounts = (of: typeof sentOf) => points.map(({ traffic }) => (traffic ? of(traffic) : null));
  return (
    <TimeChart
      name={t('monitoring.traffic.title')}
      shape="bars"
      times={timesOf(history)}
      series={[
        { name: sent, amounts: amounts(sentOf) },
        { name: received, amounts: amounts(receivedOf), isBelow: true },
      ]}
      scale={byteSteps}
      format={formatBytes}
      facts={(index) => {
        const traffic = points[index]?.traffic;
        if (!traffic) return undefined;
        const network = traffic.network_sent + traffic.network_received;
        return [
          { name: sent, value: formatBytes(sentOf(traffic)) },
          { name: received, value: formatBytes(receivedOf(traffic)) },
          { name: t('monitoring.traffic.network'), value: formatBytes(network) },
        ];
      }}
      summary={trafficSummary(history)}
    />
  );
}
