/** What a service on another computer did at one step of a probe, in English. */
export interface ProbeStep {
  title: string;
  /** `look`: the node works, but the operator should know. */
  result: 'ok' | 'look' | 'failed';
  detail: string;
}

/** The result of a step without its title. */
export type ProbeOutcome = Omit<ProbeStep, 'title'>;

export const ok = (detail: string): ProbeOutcome => ({ result: 'ok', detail });
export const caution = (detail: string): ProbeOutcome => ({ result: 'look', detail });
export const failed = (detail: string): ProbeOutcome => ({ result: 'failed', detail });

/** Runs steps in order, and ends at the first failure. @param reasonOf explains the error of a step */
export async function probe(
  steps: readonly (readonly [title: string, step: () => Promise<ProbeOutcome>])[],
  reasonOf: (error: unknown) => string,
): Promise<ProbeStep[]> {
  const done: ProbeStep[] = [];
  for (const [title, step] of steps) {
    const outcome = await step().catch((error: unknown) => failed(reasonOf(error)));
    done.push({ title, ...outcome });
    if (outcome.result === 'failed') break;
  }
  return done;
}
