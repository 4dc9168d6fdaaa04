/** Returns a round step; `most` steps reach the largest amount or more. */
export type Scale = (largest: number, most: number) => number;

/** The smallest range of an axis. */
const leastBytes = 4096;
const leastNanoTon = 1_000_000_000;

/** Steps within one unit; the next unit begins at 1024. */
const stepsInUnit = [1, 2, 5, 10, 20, 50, 100, 200, 512];

/** Returns steps of bytes: 1, 2 or 5 with zeros in one unit, and half of the next unit. */
export const byteSteps: Scale = (largest, most) => {
  for (let unit = 1; ; unit *= 1024) {
    const step = stepsInUnit
      .map((n) => n * unit)
      .find((size) => size * most >= Math.max(largest, leastBytes));
    if (step !== undefined) return step;
  }
};

/** Returns steps of nanograms: 1, 2 or 5 with zeros. */
export const tonSteps: Scale = (largest, most) => {
  const exact = Math.max(largest, leastNanoTon) / most;
  const unit = 10 ** Math.floor(Math.log10(exact));
  return [1, 2, 5, 10].map((n) => n * unit).find((step) => step >= exact) ?? exact;
};

/** The axis of a chart; amounts below zero are negative. */
export interface ChartAxis {
  top: number;
  bottom: number;
  /** Round amounts, from top to bottom. */
  ticks: number[];
}

/** Returns the axis for the largest amounts above and below zero; `below` is undefined where no amount is negative. */
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
