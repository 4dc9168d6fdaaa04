import { expect, it } from 'vitest';
import { coalesce } from '../../renderer/lib/coalesce.ts';

/** A refresh whose runs end when the test says so. */
function refreshes() {
  const ends: (() => void)[] = [];
  const trigger = coalesce(
    () =>
      new Promise<void>((resolve, reject) => {
        ends.push(ends.length === 0 ? () => reject(new Error('failed')) : resolve);
      }),
  );
  const endRun = async (run: number) => {
    ends[run]?.();
    for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
  };
  return { trigger, endRun, runs: () => ends.length };
}

it('runs at once, and once more for any number of calls meanwhile, even after a failure', async () => {
  const { trigger, endRun, runs } = refreshes();
  trigger();
  expect(runs()).toBe(1);
  trigger();
  trigger();
  trigger();
  expect(runs()).toBe(1);
  await endRun(0);
  expect(runs()).toBe(2);
  await endRun(1);
  expect(runs()).toBe(2);
  trigger();
  expect(runs()).toBe(3);
});
