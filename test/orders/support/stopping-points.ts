import { writeSync } from 'node:fs';

/** Writes one JSON object as a line of its own, at once. */
export const say = (line: object): void => void writeSync(1, `${JSON.stringify(line)}\n`);

/** Where a process tells that it is there, and stands still until it is killed. */
export class StoppingPoints {
  isArmed = false;
  readonly #stopAt: string;

  /** @param stopAt one of `stoppingPoints`; a number: whoever ends it does so after so many milliseconds */
  constructor(stopAt: string) {
    this.#stopAt = stopAt;
  }

  reach(point: string): void {
    // Who is to be killed at any moment waits for it, however soon all is done.
    const isLast = point === 'the end' && Number.isFinite(Number(this.#stopAt));
    if (!this.isArmed || (point !== this.#stopAt && !isLast)) return;
    say({ at: point });
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  }

  /** The same object, which stops before and after some of its methods. */
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

/** Each of an order's way from the service to the index. */
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

/** The same of an order that a wallet app pays. */
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
