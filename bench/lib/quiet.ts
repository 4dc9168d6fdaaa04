import { cpus } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';

const pollMs = 250;

/** Waits for a limited time while other programs use the processors. */
export class Patience {
  #leftMs: number;

  constructor(ms: number) {
    this.#leftMs = ms;
  }

  async untilQuiet(): Promise<void> {
    const started = performance.now();
    while (performance.now() - started < this.#leftMs) {
      const before = times();
      await sleep(pollMs);
      const after = times();
      if ((after.idle - before.idle) / (after.all - before.all) > 0.9) break;
    }
    this.#leftMs -= performance.now() - started;
  }
}

function times(): { idle: number; all: number } {
  const all = cpus().map((processor) => processor.times);
  const sum = (values: number[]) => values.reduce((a, b) => a + b, 0);
  return { idle: sum(all.map(({ idle }) => idle)), all: sum(all.flatMap((each) => Object.values(each))) };
}
