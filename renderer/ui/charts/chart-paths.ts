import type { ChartAxis } from './chart-scale.ts';

/** Amounts in a row of spans of time; null: there is none, since the node did not run. */
export type Amounts = readonly (number | null)[];

/** Drawn in a box as wide as there are spans, and 100 high. */
const height = 100;
/** What is more than nothing is seen, however little. */
const least = 0.8;

const yOf = (amount: number, { top, bottom }: ChartAxis): number =>
  Math.round(((top - amount) / (top - bottom)) * height * 100) / 100;

/** A bar for each amount, upwards or, where they are below, downwards. */
export function barsPath(amounts: Amounts, axis: ChartAxis, isBelow: boolean): string {
  const line = yOf(0, axis);
  return amounts
    .map((amount, index) => {
      if (!amount) return '';
      const end = yOf(isBelow ? -amount : amount, axis);
      const y = isBelow ? Math.max(end, line + least) : Math.min(end, line - least);
      return `M${index + 0.12} ${line}V${y}H${index + 0.88}V${line}Z`;
    })
    .join('');
}

/** The spans in a row that have an amount, as first and after last. */
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

/** The spans in a row that have none; the time before the first amount is no gap. */
export const gapsOf = (amounts: Amounts): [from: number, until: number][] =>
  runsOf(amounts.map((amount) => (amount === null ? 0 : null))).filter(([from]) => from > 0);

/** Along the line of zero, where there are gaps. */
export const gapsPath = (amounts: Amounts, axis: ChartAxis): string =>
  gapsOf(amounts)
    .map(([from, until]) => `M${from} ${yOf(0, axis)}H${until}`)
    .join('');

const pointsOf = (amounts: Amounts, axis: ChartAxis, [from, until]: [number, number]): string[] =>
  amounts.slice(from, until).map((amount, index) => `${from + index + 0.5} ${yOf(amount ?? 0, axis)}`);

/** A line through the amounts, broken where there is none. */
export const linePath = (amounts: Amounts, axis: ChartAxis): string =>
  runsOf(amounts)
    .filter(([from, until]) => until - from > 1)
    .map((run) => `M${pointsOf(amounts, axis, run).join('L')}`)
    .join('');

/** A dot for each amount that stands alone. */
export const dotsPath = (amounts: Amounts, axis: ChartAxis): string =>
  runsOf(amounts)
    .filter(([from, until]) => until - from === 1)
    .map((run) => `M${pointsOf(amounts, axis, run)[0]}h0`)
    .join('');

/** What is under that line. */
export const areaPath = (amounts: Amounts, axis: ChartAxis): string =>
  runsOf(amounts)
    .map(([from, until]) => {
      const line = yOf(0, axis);
      const points = pointsOf(amounts, axis, [from, until]).join('L');
      return `M${from + 0.5} ${line}L${points}L${until - 0.5} ${line}Z`;
    })
    .join('');

/** Lines at round amounts. */
export const gridPath = (axis: ChartAxis, width: number): string =>
  axis.ticks.map((tick) => `M0 ${yOf(tick, axis)}H${width}`).join('');

/** How far down an amount stands, from 0 to 1. */
export const placeOf = (amount: number, axis: ChartAxis): number => yOf(amount, axis) / height;
