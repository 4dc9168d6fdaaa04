import { expect, it } from 'vitest';
import { FetchQueue, type QueuedFetch } from '../../src/features/fetch/fetch-queue.ts';

it('starts a fetch of the owner beside any number of others, fast or slow', () => {
  const begun: string[] = [];
  const queue = new FetchQueue<QueuedFetch & { name: string }>({
    start: ({ name }) => {
      begun.push(name);
      return new Promise(() => {});
    },
    reject: () => {},
  });
  const enter = (name: string, isSlow: boolean, isUrgent = false) =>
    queue.add({ name, isForeground: true, isSlow, isUrgent });
  for (let at = 0; at < 20; at += 1) enter(`slow ${at}`, true);
  expect(begun).toHaveLength(16);
  enter('asked', false);
  expect(begun).toHaveLength(16);
  enter('now', false, true);
  enter('now, too', false, true);
  expect(begun.slice(16)).toEqual(['now', 'now, too']);
});
