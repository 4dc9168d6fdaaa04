import { processorSeconds } from './process-usage.ts';
import { Patience } from './quiet.ts';

/** How long a bench may wait in all for a quiet moment. */
const patienceMs = 1000 * Number(process.env.BENCH_PATIENCE_S ?? 10);

/** What a server did in one round. */
export interface Measurement {
  /** Requests, or megabytes, a second. */
  rate: number;
  /** Processor time of the server for one request in ms: it depends less on what else the machine does. */
  processorMs: number;
}

export interface Plan {
  rounds: number;
  /** Whether a round that does not count comes first, in which the servers' code is compiled. */
  warmUp?: boolean;
  /** No round begins after so much time; two are always run. */
  budgetMs: number;
}

/** Runs the variants in turn, round after round, so that all have their share of the machine's moods. */
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
    // Every other round backwards: none always comes after the same one.
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

/** The value below which that share of the values lies. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** Median of the ratios within each round. */
export const ratio = (values: readonly number[], baseline: readonly number[]): number =>
  median(values.map((value, round) => value / (baseline[round] ?? Number.NaN)));
