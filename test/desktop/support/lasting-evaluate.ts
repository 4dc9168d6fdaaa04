import type { ElectronApplication } from '@playwright/test';

type Evaluate = (work: unknown, arg?: unknown) => Promise<unknown>;

/**
 * Makes `app.evaluate` keep its result in the main process until it was read. V8 holds the promise of an evaluation
 * weakly, so a garbage collection in between would lose the result.
 */
export function withLastingEvaluate(app: ElectronApplication): ElectronApplication {
  const evaluate = app.evaluate.bind(app) as Evaluate;
  let calls = 0;
  const lasting: Evaluate = async (work, arg) => {
    calls += 1;
    const call = { name: `evaluation${calls}`, source: String(work), arg };
    try {
      return await evaluate(start, call);
    } catch (error) {
      if (!String(error).includes('garbage collected')) throw error;
      return await evaluate(result, call);
    }
  };
  return Object.assign(app, { evaluate: lasting });
}

/** Runs in the main process. */
function start(electron: unknown, { name, source, arg }: { name: string; source: string; arg: unknown }) {
  const work = new Function(`return (${source})`)();
  const made = work(electron, arg);
  Object.assign(globalThis, { [name]: made });
  return made;
}

/** Runs in the main process. */
function result(_electron: unknown, { name }: { name: string }) {
  if (!(name in globalThis)) throw new Error('The evaluation has not run.');
  return (globalThis as Record<string, unknown>)[name];
}
