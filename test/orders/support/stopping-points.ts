import { writeSync } from 'node:fs';

/** Writes one JSON object as a line, synchronously. */
export const say = (line: object): void => void writeSync(1, `${JSON.stringify(line)}\n`);

/** Named points at which a process reports its position, and stops until it is killed. */
export class StoppingPoints {
  isArmed = false;
  readonly #stopAt: string;

  /** @param stopAt one of `stoppingPoints`, or a number of milliseconds after which the caller kills the process */
  constructor(stopAt: string) {
    this.#stopAt = stopAt;
  }

  reach(point: string): void {
    // A process that is killed at a random time waits for that, even after all work is done.
    const isLast = point === 'the end' && Number.isFinite(Number(this.#stopAt));
    if (!this.isArmed || (point !== this.#stopAt && !isLast)) return;
    say({ at: point });
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  }

  /** Returns a proxy of an object that stops before and after some of its methods. */
  in<T extends object>(target: T, points: Partial<Record<keyof T, string>>): T {
    return new Proxy(target, {
      get: (_, name) => {
        const value: unknown = Reflect.get(target, name, target);
        if (typeof value !== 'function') return value;
        const point = points[name as keyof T];
        return (...parameters: unknown[]) => {
          if (point !== undefined) this.reach(`before ${point}`);
          const result: unknown = value.apply(target, parameters);
          const after = <A>(answer: A): A => {
            if (point !== undefined) this.reach(`after ${point}`);
            return answer;
          };
          return result instanceof Promise ? result.then(after) : after(result);
        };
      },
    });
  }
}

/** The points of an order on its way from the service to the index. */
export const stoppingPoints = [
  'before the order',
  'after the order',
  'after the answer',
  'before the signature is kept',
  'after the signature is kept',
  'before the broadcast',
  'after the broadcast',
  'before the inclusion is kept',
  'after the inclusion is kept',
  'before the index',
  'after the index',
  'the end',
];

/** The points of an order that a wallet app pays. */
export const walletStoppingPoints = [
  'before the order',
  'after the order',
  'before the reply is kept',
  'after the reply is kept',
  'before the question',
  'after the question',
  'after the answer',
  'before the broadcast',
  'after the broadcast',
  'before the index',
  'after the index',
  'the end',
];
