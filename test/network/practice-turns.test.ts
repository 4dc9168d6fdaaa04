import { setImmediate as later } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createLogger } from '../../src/core/log/logger.ts';
import { PracticeNetwork } from '../../src/features/practice/practice-network.ts';

/** The result of concurrent starts and stops, with a folder that one process at a time may lock. */
async function after(...clicks: ('start' | 'stop')[]) {
  let processes = 0;
  let notified: string | undefined;
  let kept: unknown;
  const practice = new PracticeNetwork({
    launch: async () => {
      processes += 1;
      if (processes > 1) throw new Error('the folder is in use');
      for (let i = 0; i < 20; i++) await later();
      return {
        ...{ url: 'http://127.0.0.1:1', token: 'token' },
        ...{ chain: new Promise<never>(() => {}), onExit: () => {} },
        stop: async () => {
          for (let i = 0; i < 20; i++) await later();
          processes -= 1;
        },
      };
    },
    people: false,
    dataDir: '',
    settingsStore: {
      read: () => ({}),
      write: ({ network }) => {
        kept = network?.practice;
      },
    },
    onNode: async (node) => {
      await later();
      notified = node?.url;
    },
    onChain: () => {},
    logger: createLogger('silent'),
  });
  await Promise.all(clicks.map((click) => practice[click]()));
  return { processes, running: practice.running, isNotified: notified !== undefined, kept };
}

const on = { processes: 1, running: true, isNotified: true, kept: true };
const off = { processes: 0, running: false, isNotified: false, kept: false };

it.each([
  [['start', 'stop'] as const, off],
  [['start', 'stop', 'start'] as const, on],
  [['start', 'start', 'stop', 'stop', 'start', 'stop'] as const, off],
])('practice mode follows the last request: %s', async (clicks, expected) => {
  expect(await after(...clicks)).toEqual(expected);
});

it('cancels a start when it closes', async () => {
  let isCancelled = false;
  const practice = new PracticeNetwork({
    launch: ({ signal }) =>
      new Promise((_, reject) => {
        signal.addEventListener('abort', () => {
          isCancelled = true;
          reject(new Error('The practice node ended while it started.'));
        });
      }),
    people: false,
    dataDir: '',
    settingsStore: { read: () => ({}), write: () => {} },
    onNode: async () => {},
    onChain: () => {},
    logger: createLogger('silent'),
  });
  practice.resume();
  await practice.close();
  expect(isCancelled).toBe(true);
});
