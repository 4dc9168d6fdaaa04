import { processorSeconds } from './process-usage.ts';
import { Patience } from './quiet.ts';

/** Limit of a bench's total waiting time for an idle machine. */
const patienceMs = 1000 * Number(process.env.BENCH_PATIENCE_S ?? 10);

/** The result of one round with a server. */
export interface Measurement {
  /** Requests or megabytes per second. */
  rate: number;
  /** Processor time of the server per request in ms, which depends less on other work of the machine. */
  processorMs: number;
}

export interface Plan {
  rounds: number;
  /** Whether a first round is not counted, in which the code of the servers is compiled. */
  warmUp?: boolean;
  /** Time after which no further round begins; at least two are always run. */
  budgetMs: number;
}

/** Runs the variants in turn, round after round, so that changes of the machine's load affect all of them. */
export async function interleave<T extends Record<string, (round: number) => Promise<unknown>>>(
  { rounds, warmUp = false, budgetMs }: Plan,
  variants: T,
): Promise<{ [V in keyof T]: Awaited<ReturnType<T[V]>>[] }> {
  const entries = Object.entries(variants);
  const results: Record<string, unknown[]> = Object.fromEntries(entries.map(([name]) => [name, []]));
  if (warmUp) for (const [, run] of entries) await run(-1);
  const patience = new Patience(patienceMs);
  const end = performance.now() + budgetMs + patienceMs;
  for (let round = 0; round < rounds && (round < 2 || performance.now() < end); round += 1) {
    // Every second round runs backwards, so that no variant always follows the same other one.
    for (const [name, run] of round % 2 === 0 ? entries : entries.toReversed()) {
      await patience.untilQuiet();
      results[name]?.push(await run(round));
    }
  }
  return results as { [V in keyof T]: Awaited<ReturnType<T[V]>>[] };
}

/** @param load resolves with the rate and the number of requests */
export async function measure(
  pid: number,
  load: () => Promise<{ rate: number; requests: number }>,
): Promise<Measurement> {
  const before = processorSeconds(pid);
  const { rate, requests } = await load();
  return { rate, processorMs: ((processorSeconds(pid) - before) * 1000) / requests };
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const [low = Number.NaN, high = Number.NaN] = [sorted[Math.ceil(sorted.length / 2) - 1], sorted[middle]];
  return (low + high) / 2;
}

/** Returns the quantile: the value below which a fraction of the values lies. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** Returns the median of the ratios within each round. */
export const ratio = (values: readonly number[], baseline: readonly number[]): number =>
  median(values.map((value, round) => value / (baseline[round] ?? Number.NaN)));
