import { expect, it } from 'vitest';
import { movedTo, stepOfKey } from '../../../renderer/lib/among.ts';

const plain = { altKey: false, ctrlKey: false, metaKey: false, shiftKey: false, defaultPrevented: false };
const noControl = { closest: () => null };

it.each([
  ['ArrowRight', {}, 1],
  ['ArrowLeft', {}, -1],
  ['ArrowUp', {}, undefined],
  ['ArrowRight', { altKey: true }, undefined],
  ['ArrowRight', { defaultPrevented: true }, undefined],
])('takes %s with %j as a step', (key, changes, step) => {
  expect(stepOfKey({ ...plain, key, ...changes }, noControl)).toBe(step);
});

it.each(['input', 'iframe', '[role="slider"]', '[role="tab"]', '[role="dialog"]'])(
  'leaves the arrow keys to a focused %s',
  (own) => {
    const focused = { closest: (selector: string) => (selector.split(',').includes(own) ? {} : null) };
    expect(stepOfKey({ ...plain, key: 'ArrowRight' }, focused as unknown as Element)).toBeUndefined();
  },
);

it('moves the place in a list of files, while a collection keeps its entries', () => {
  const files = {
    kind: 'files',
    query: { q: '', sort: 'added', direction: 'descending' },
    index: 3,
  } as const;
  expect(movedTo(files, 2)).toEqual({ ...files, index: 2 });
  const entries = { kind: 'entries', collectionId: 'c', ids: ['a'] } as const;
  expect(movedTo(entries, 1)).toEqual(entries);
});
