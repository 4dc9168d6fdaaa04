import { type Measurement, median, ratio } from './measure.ts';

interface Goal {
  sign: '≥' | '≤';
  bound: number;
}

interface Tail {
  p99Ms: number;
}

/** Collects the results of a bench for printing. */
export class Report {
  readonly #lines: string[] = [];

  /** Adds the median of measured values, with the extremes. */
  figure(what: string, values: readonly number[], unit: string): void {
    const [low, high] = [Math.min(...values), Math.max(...values)].map(digits);
    this.#line(what, median(values), unit, values.length > 1 ? `(${low} to ${high})` : '');
  }

  /** Adds the same for the rounds of a server, with its processor time per request. */
  server(what: string, rounds: readonly Measurement[], unit: string): void {
    const rates = rounds.map(({ rate }) => rate);
    const [low, high] = [Math.min(...rates), Math.max(...rates)].map(digits);
    const processor = digits(median(rounds.map(({ processorMs }) => processorMs)));
    this.#line(what, median(rates), unit, `(${low} to ${high}); processor ${processor} ms each`);
  }

  /** Adds how many times as fast a server is as the baseline, by rounds. */
  ratio(what: string, rounds: readonly Measurement[], baseline: readonly Measurement[], goal?: Goal): void {
    const [rate, processor] = (['rate', 'processorMs'] as const).map((key) =>
      ratio(
        rounds.map((round) => round[key]),
        baseline.map((round) => round[key]),
      ),
    ) as [number, number];
    this.#line(what, rate, '×', `${verdict(rate, goal)}(by processor time ${digits(1 / processor)} ×)`);
  }

  /** Adds the ratio of the 99th percentiles of the response times to those of the baseline, by rounds. */
  tail(what: string, rounds: readonly Tail[], baseline: readonly Tail[], goal: Goal): void {
    const [own, others] = [rounds, baseline].map((all) => all.map(({ p99Ms }) => p99Ms)) as [
      number[],
      number[],
    ];
    const took = `(${digits(median(own))} ms, ${digits(median(others))} ms)`;
    const times = ratio(own, others);
    this.#line(`p99, ${what}`, times, '×', `${verdict(times, goal)}${took}`);
  }

  /** Adds a value with its goal. */
  goal(what: string, value: number, unit: string, goal: Goal): void {
    this.#line(what, value, unit, verdict(value, goal));
  }

  note(text: string): void {
    this.#lines.push(`  ${text}`);
  }

  toString(): string {
    return this.#lines.join('\n');
  }

  #line(what: string, value: number, unit: string, remark: string): void {
    this.#lines.push(`  ${what.padEnd(40)} ${digits(value).padStart(8)} ${unit}  ${remark}`.trimEnd());
  }
}

function verdict(value: number, goal: Goal | undefined): string {
  if (!goal) return '';
  const met = goal.sign === '≥' ? value >= goal.bound : value <= goal.bound;
  return `goal ${goal.sign} ${goal.bound}: ${met ? 'met' : 'MISSED'} `;
}

function digits(value: number): string {
  if (Math.abs(value) >= 100) return String(Math.round(value)).replace(/\B(?=(\d{3})+$)/g, ',');
  return value.toPrecision(3);
}
