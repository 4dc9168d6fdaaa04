/** Returns a round step, `max` of which suffice for the largest amount. */
export type Scale = (largest: number, max: number) => number;

/** The smallest range of an axis. */
const minBytes = 4000;
const minNanoTon = 1_000_000_000;

/** Returns a scale whose steps are 1, 2 or 5 with zeros. */
const roundSteps =
  (min: number): Scale =>
  (largest, max) => {
    const exact = Math.max(largest, min) / max;
    const unit = 10 ** Math.floor(Math.log10(exact));
    return [1, 2, 5, 10].map((n) => n * unit).find((step) => step >= exact) ?? exact;
  };

export const byteSteps = roundSteps(minBytes);
export const tonSteps = roundSteps(minNanoTon);

/** The axis of a chart; amounts below zero are negative. */
export interface ChartAxis {
  top: number;
  bottom: number;
  /** Round amounts, from top to bottom. */
  ticks: number[];
}

/** Returns the axis for the largest amounts above and below zero; `below` is undefined if no amount is negative. */
export function axisOf(scale: Scale, above: number, below: number | undefined): ChartAxis {
  const step = scale(Math.max(above, below ?? 0), below === undefined ? 4 : 2);
  const stepsFor = (amount: number) => Math.max(1, Math.ceil(amount / step));
  const [up, down] = [stepsFor(above), below === undefined ? 0 : stepsFor(below)];
  return {
    top: up * step,
    bottom: -down * step,
    ticks: Array.from({ length: up + down + 1 }, (_, index) => (up - index) * step),
  };
}
