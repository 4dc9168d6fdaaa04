import { expect, test } from 'vitest';
import {
  type BulkProgress,
  forEachItem,
  inParts,
} from '../../../renderer/features/library/selection/bulk.ts';

test('continues after a refused item, and names it', async () => {
  const seen: number[] = [];
  const refuse = (id: string) => (id === 'b' ? Promise.reject(new Error('no')) : Promise.resolve());
  const result = await forEachItem(['a', 'b', 'c'], refuse, {
    signal: new AbortController().signal,
    onProgress: ({ done }) => seen.push(done),
  });
  expect(seen).toEqual([1, 2, 3]);
  expect(result).toMatchObject({ done: 3, total: 3, failures: [{ id: 'b' }] });
});

test('stops between two items when asked', async () => {
  const stopping = new AbortController();
  const acted: string[] = [];
  const progress: BulkProgress[] = [];
  await forEachItem(['a', 'b', 'c'], async (id) => void acted.push(id), {
    signal: stopping.signal,
    onProgress: (now) => {
      progress.push(now);
      if (now.done === 2) stopping.abort();
    },
  });
  expect(acted).toEqual(['a', 'b']);
  expect(progress.at(-1)).toMatchObject({ done: 2, total: 3, failures: [] });
});

test('cuts long lists into parts', () => {
  expect(inParts([1, 2, 3, 4, 5], 2)).toEqual([[1, 2], [3, 4], [5]]);
  expect(inParts([], 2)).toEqual([]);
});
