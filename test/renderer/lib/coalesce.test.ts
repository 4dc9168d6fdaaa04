import { expect, it } from 'vitest';
import { coalesce } from '../../../renderer/lib/coalesce.ts';

/** A refresh whose runs are ended by the test. */
function refreshes() {
  const ends: (() => void)[] = [];
  let endPause = () => {};
  const trigger = coalesce(
    () =>
      new Promise<void>((resolve, reject) => {
        ends.push(ends.length === 0 ? () => reject(new Error('failed')) : resolve);
      }),
    () =>
      new Promise<void>((resolve) => {
        endPause = resolve;
      }),
  );
  const settled = async () => {
    for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
  };
  return {
    trigger,
    runs: () => ends.length,
    endRun: async (run: number) => {
      ends[run]?.();
      await settled();
    },
    endPause: async () => {
      endPause();
      await settled();
    },
  };
}

it('runs at once, and once more for any number of calls meanwhile, even after a failure', async () => {
  const { trigger, endRun, endPause, runs } = refreshes();
  trigger();
  expect(runs()).toBe(1);
  trigger();
  trigger();
  trigger();
  await endRun(0);
  expect(runs()).toBe(1);
  await endPause();
  expect(runs()).toBe(2);
  await endRun(1);
  await endPause();
  expect(runs()).toBe(2);
  trigger();
  expect(runs()).toBe(3);
});

it('runs again for a call during the pause', async () => {
  const { trigger, endRun, endPause, runs } = refreshes();
  trigger();
  await endRun(0);
  trigger();
  expect(runs()).toBe(1);
  await endPause();
  expect(runs()).toBe(2);
});
