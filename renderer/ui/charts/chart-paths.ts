import type { ChartAxis } from './chart-scale.ts';

/** The amounts of consecutive time spans; null if the node did not run. */
export type Amounts = readonly (number | null)[];

/** Height of the drawing's box, which is as wide as there are spans. */
const height = 100;
/** Height of the smallest bar, so that a small amount is still visible. */
const min = 0.8;

const yOf = (amount: number, { top, bottom }: ChartAxis): number =>
  Math.round(((top - amount) / (top - bottom)) * height * 100) / 100;

/** Draws a bar for each amount, from zero upwards or downwards. */
export function barsPath(amounts: Amounts, axis: ChartAxis, isBelow: boolean): string {
  const line = yOf(0, axis);
  return amounts
    .map((amount, index) => {
      if (!amount) return '';
      const end = yOf(isBelow ? -amount : amount, axis);
      const y = isBelow ? Math.max(end, line + min) : Math.min(end, line - min);
      return `M${index + 0.12} ${line}V${y}H${index + 0.88}V${line}Z`;
    })
    .join('');
}

/** Returns each run of spans with amounts. */
function runsOf(amounts: Amounts): [from: number, until: number][] {
  const runs: [number, number][] = [];
  amounts.forEach((amount, index) => {
    if (amount === null) return;
    const last = runs.at(-1);
    if (last?.[1] === index) last[1] = index + 1;
    else runs.push([index, index + 1]);
  });
  return runs;
}

/** Returns each run of spans without amounts after the first amount. */
export const gapsOf = (amounts: Amounts): [from: number, until: number][] =>
  runsOf(amounts.map((amount) => (amount === null ? 0 : null))).filter(([from]) => from > 0);

/** Draws a line at zero along each gap. */
export const gapsPath = (amounts: Amounts, axis: ChartAxis): string =>
  gapsOf(amounts)
    .map(([from, until]) => `M${from} ${yOf(0, axis)}H${until}`)
    .join('');

const pointsOf = (amounts: Amounts, axis: ChartAxis, [from, until]: [number, number]): string[] =>
  amounts.slice(from, until).map((amount, index) => `${from + index + 0.5} ${yOf(amount ?? 0, axis)}`);

/** Draws a line through the amounts, broken at gaps. */
export const linePath = (amounts: Amounts, axis: ChartAxis): string =>
  runsOf(amounts)
    .filter(([from, until]) => until - from > 1)
    .map((run) => `M${pointsOf(amounts, axis, run).join('L')}`)
    .join('');

/** Draws a dot for each amount between two gaps. */
export const dotsPath = (amounts: Amounts, axis: ChartAxis): string =>
  runsOf(amounts)
    .filter(([from, until]) => until - from === 1)
    .map((run) => `M${pointsOf(amounts, axis, run)[0]}h0`)
    .join('');

/** Draws the area under that line. */
export const areaPath = (amounts: Amounts, axis: ChartAxis): string =>
  runsOf(amounts)
    .map(([from, until]) => {
      const line = yOf(0, axis);
      const points = pointsOf(amounts, axis, [from, until]).join('L');
      return `M${from + 0.5} ${line}L${points}L${until - 0.5} ${line}Z`;
    })
    .join('');

/** Draws a line at each tick. */
export const gridPath = (axis: ChartAxis, width: number): string =>
  axis.ticks.map((tick) => `M0 ${yOf(tick, axis)}H${width}`).join('');
