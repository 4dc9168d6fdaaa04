/** A step between round amounts, so that `most` of them reach the largest. */
export type Scale = (largest: number, most: number) => number;

/** So much is shown where there is less. */
const leastBytes = 4096;
const leastNanoTon = 1_000_000_000;

/** Each a little more than twice the one before; the next unit begins at 1024 times the first. */
const stepsInUnit = [1, 2, 5, 10, 20, 50, 100, 200, 512];

/** Bytes as they are written: 1, 2 or 5 with zeros in one unit, and half of the next. */
export const byteSteps: Scale = (largest, most) => {
  for (let unit = 1; ; unit *= 1024) {
    const step = stepsInUnit
      .map((n) => n * unit)
      .find((size) => size * most >= Math.max(largest, leastBytes));
    if (step !== undefined) return step;
  }
};

/** NanoTON as they are written: 1, 2 or 5 with as many zeros as it takes. */
export const tonSteps: Scale = (largest, most) => {
  const exact = Math.max(largest, leastNanoTon) / most;
  const unit = 10 ** Math.floor(Math.log10(exact));
  return [1, 2, 5, 10].map((n) => n * unit).find((step) => step >= exact) ?? exact;
};

/** What a chart shows upwards, and downwards from the same line; both as amounts from 0. */
export interface ChartAxis {
  top: number;
  bottom: number;
  /** Round amounts from the top down, those below the line negative. */
  ticks: number[];
}

/** @param below undefined: nothing goes down */
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
