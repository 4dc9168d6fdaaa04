import type { PeerHistory } from '../../../../src/contract/dashboard-api/peers.ts';
import { formatLatency } from '../../../lib/format/format.ts';
import { t } from '../../../lib/i18n/language.ts';

type Latencies = PeerHistory['latencies'];

/** A position in the chart: `x` to the right and `y` upwards, 0 to 1. */
interface Point {
  x: number;
  y: number;
}

export interface LatencyChart {
  /** Consecutive responses; a failure ends a run. */
  runs: Point[][];
  /** Positions of the failed attempts. */
  failures: number[];
  /** The value at the top, in milliseconds. */
  top: number;
}

/** Returns the smallest number not below `ms` that is 1, 2 or 5 with zeros, at least 10. */
function roundTop(ms: number): number {
  const unit = 10 ** Math.floor(Math.log10(Math.max(ms, 10)));
  return [1, 2, 5, 10].map((n) => n * unit).find((top) => top >= ms) ?? ms;
}

const answersOf = (latencies: Latencies) =>
  latencies.flatMap(({ latency_ms: latency }) => (latency === null ? [] : [latency]));

/** Places responses by their time and latency. */
export function chartLatencies(latencies: Latencies): LatencyChart {
  const times = latencies.map(({ at }) => Date.parse(at));
  const first = Math.min(...times);
  const span = Math.max(...times) - first;
  const top = roundTop(Math.max(0, ...answersOf(latencies)));
  const runs: Point[][] = [[]];
  const failures: number[] = [];
  latencies.forEach(({ latency_ms: latency }, index) => {
    const x = span > 0 ? ((times[index] ?? first) - first) / span : 0.5;
    if (latency === null) {
      failures.push(x);
      runs.push([]);
    } else runs.at(-1)?.push({ x, y: latency / top });
  });
  return { runs: runs.filter((run) => run.length > 0), failures, top };
}

/** Returns a summary of the chart. */
export function latencyLabel(latencies: Latencies): string {
  const answers = answersOf(latencies).sort((a, b) => a - b);
  const [quickest, slowest] = [answers[0], answers.at(-1)];
  const usual = answers[Math.floor((answers.length - 1) / 2)];
  if (latencies.length === 0) return t('peers.latency.none');
  if (usual === undefined || quickest === undefined || slowest === undefined)
    return t('peers.latency.neverAnswered', { count: latencies.length });
  if (latencies.length === 1) return t('peers.latency.once', { latency: formatLatency(usual) });
  const speed = {
    count: latencies.length,
    usual: formatLatency(usual),
    quickest: formatLatency(quickest),
    slowest: formatLatency(slowest),
  };
  const missed = latencies.length - answers.length;
  if (missed === 0) return t('peers.latency.usual', speed);
  return t('peers.latency.usualMissed', { ...speed, missed: t('peers.latency.missed', { count: missed }) });
}
