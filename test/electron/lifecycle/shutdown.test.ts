import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest';
import { Shutdown } from '../../../electron/lifecycle/shutdown.ts';

const names = ['updates', 'notifications', 'downloads', 'tray host', 'node'];

let ran: string[];
let logged: { step: string; message: string }[];
const logger = {
  error: (fields: object, message: string) =>
    void logged.push({ message, step: (fields as { step: string }).step }),
};

beforeEach(() => {
  ran = [];
  logged = [];
});

/** Creates a shutdown whose steps run in the order of `names`. */
function shutdownWith(instead: Record<string, () => unknown> = {}): Shutdown {
  const shutdown = new Shutdown(logger);
  for (const name of names.toReversed()) {
    const stop = () => {
      ran.push(name);
      return instead[name]?.();
    };
    shutdown.add(name, stop, name === 'node' ? Number.POSITIVE_INFINITY : undefined);
  }
  return shutdown;
}

test('runs the steps once, the last added first, each after the end of the one before', async () => {
  const shutdown = shutdownWith({
    updates: async () => {
      await wait(50);
      ran.push('updates ended');
    },
  });
  expect(await Promise.all([shutdown.run(), shutdown.run()])).toEqual([true, true]);
  expect(ran).toEqual(['updates', 'updates ended', ...names.slice(1)]);
  expect(logged).toEqual([]);
});

const failures: Record<string, () => unknown> = {
  throws: () => {
    throw new Error('broken');
  },
  rejects: async () => {
    throw new Error('broken');
  },
  'throws no error': () => {
    throw undefined;
  },
};

describe.each(names)('when the step “%s” fails', (name) => {
  it.each(Object.entries(failures))(
    'and %s, every other step runs, and the failure is logged',
    async (_how, fail) => {
      expect(await shutdownWith({ [name]: fail }).run()).toBe(false);
      expect(ran).toEqual(names);
      expect(logged).toEqual([{ step: name, message: 'a step of the shutdown failed' }]);
    },
  );
});

test('runs every step when all of them fail', async () => {
  const failing = Object.fromEntries(names.map((name) => [name, failures.throws as () => unknown]));
  expect(await shutdownWith(failing).run()).toBe(false);
  expect(ran).toEqual(names);
  expect(logged.map(({ step }) => step)).toEqual(names);
});

describe('with steps that hang', () => {
  const hangs = () => new Promise(() => {});
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it('most of the time is left for the node', async () => {
    const slow = () => new Promise((resolve) => setTimeout(resolve, 10_000));
    const done = shutdownWith({ downloads: hangs, node: slow }).run();
    await vi.advanceTimersByTimeAsync(12_000);
    expect(await done).toBe(false);
    expect(ran).toEqual(names);
    expect(logged.map(({ step }) => step)).toEqual(['downloads']);
  });

  it('the shutdown ends at its time limit', async () => {
    let succeeded: boolean | undefined;
    void shutdownWith(Object.fromEntries(names.map((name) => [name, hangs])))
      .run()
      .then((outcome) => {
        succeeded = outcome;
      });
    await vi.advanceTimersByTimeAsync(14_900);
    expect(ran).toEqual(names);
    expect(succeeded).toBeUndefined();
    await vi.advanceTimersByTimeAsync(200);
    expect(succeeded).toBe(false);
    expect(logged.map(({ step }) => step)).toEqual(names);
  });
});
