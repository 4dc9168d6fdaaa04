import { setTimeout as wait } from 'node:timers/promises';
import { beforeEach, describe, expect, it, test } from 'vitest';
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

/** Makes a shutdown whose steps run in the order of `names`. */
function shutdownWith(instead: Record<string, () => unknown> = {}, limitMs?: number): Shutdown {
  const shutdown = new Shutdown({ logger, ...(limitMs !== undefined && { limitMs }) });
  for (const name of names.toReversed()) {
    const stop = () => {
      ran.push(name);
      return instead[name]?.();
    };
    shutdown.add(name, stop, name === 'node' ? Number.POSITIVE_INFINITY : 200);
  }
  return shutdown;
}

test('the steps run once, the last added first, each after the one before has ended', async () => {
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

describe.each(names)('where the step “%s” fails', (name) => {
  it.each(Object.entries(failures))(
    'and %s, every other step runs, and the failure is logged',
    async (_how, fail) => {
      expect(await shutdownWith({ [name]: fail }).run()).toBe(false);
      expect(ran).toEqual(names);
      expect(logged).toEqual([{ step: name, message: 'a step of the shutdown failed' }]);
    },
  );
});

test('every step runs where all of them fail', async () => {
  const failing = Object.fromEntries(names.map((name) => [name, failures.throws as () => unknown]));
  expect(await shutdownWith(failing).run()).toBe(false);
  expect(ran).toEqual(names);
  expect(logged.map(({ step }) => step)).toEqual(names);
});

test('a step that hangs leaves time to the node', async () => {
  const hangs = () => new Promise(() => {});
  const slow = async () => {
    await wait(300);
    ran.push('node ended');
  };
  expect(await shutdownWith({ downloads: hangs, node: slow }, 2000).run()).toBe(false);
  expect(ran).toEqual([...names, 'node ended']);
  expect(logged.map(({ step }) => step)).toEqual(['downloads']);
});

test('the whole shutdown ends at its limit', async () => {
  const begun = performance.now();
  const hangs = () => new Promise(() => {});
  expect(await shutdownWith({ notifications: hangs, node: hangs }, 400).run()).toBe(false);
  expect(performance.now() - begun).toBeLessThan(1500);
  expect(ran).toEqual(names);
  expect(logged.map(({ step }) => step)).toEqual(['notifications', 'node']);
});
