import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  addToQueue,
  currentItem,
  emptyQueue,
  inOrder,
  maxItems,
  moveItem,
  neighbour,
  type PlayerContent,
  type Queue,
  removeItems,
  shuffled,
  startQueue,
  upcoming,
} from '../../../renderer/features/player/model/queue.ts';

const content = (id: string): PlayerContent => ({
  id,
  title: id,
  artist: '',
  contentType: 'audio/wav',
  pictureUrl: null,
});
const contents = (ids: string) => [...ids].map(content);
const queueOf = (ids: string, index = 0): Queue => startQueue(emptyQueue, contents(ids), index, Math.random);
const idsOf = ({ items }: Queue) => items.map((item) => item.content.id).join('');
const currentId = (queue: Queue) => currentItem(queue)?.content.id;
const none = new Set<number>();

/** Each with a number that decides where it acts. */
const change = fc.tuple(
  fc.constantFrom('next', 'end', 'remove', 'move', 'shuffle', 'order', 'all', 'one', 'off', 'advance'),
  fc.nat({ max: 30 }),
);

function changed(queue: Queue, [what, n]: [string, number]): Queue {
  const key = queue.items[n % Math.max(1, queue.items.length)]?.key ?? 0;
  switch (what) {
    case 'next':
    case 'end':
      return addToQueue(queue, contents('x'), what);
    case 'remove':
      return removeItems(queue, (item) => item.key === key);
    case 'move':
      return moveItem(queue, key, n % 7);
    case 'shuffle':
      return shuffled(queue, Math.random);
    case 'order':
      return inOrder(queue);
    case 'advance':
      return { ...queue, current: upcoming(queue, none)?.key ?? queue.current };
    default:
      return { ...queue, repeat: what as Queue['repeat'] };
  }
}

test('keeps keys unique, the current item in the queue and the former order complete after any changes', () => {
  fc.assert(
    fc.property(fc.array(change, { maxLength: 40 }), (changes) => {
      const queue = changes.reduce(changed, queueOf('abcdef', 2));
      const keys = queue.items.map(({ key }) => key);
      expect(new Set(keys).size).toBe(keys.length);
      expect(currentItem(queue) === undefined).toBe(keys.length === 0);
      if (queue.unshuffled) expect([...queue.unshuffled].sort()).toEqual([...keys].sort());
      expect(Math.max(0, ...keys)).toBeLessThan(queue.nextKey);
    }),
  );
});

test('plays each item of a shuffled queue once, from the current one on, and restores the order', () => {
  fc.assert(
    fc.property(
      fc.nat({ max: 25 }),
      fc.infiniteStream(fc.double({ min: 0, max: 0.999, noNaN: true })),
      (at, random) => {
        const before = queueOf('abcdefghijklmnopqrstuvwxyz', at);
        let queue = shuffled(before, () => random.next().value);
        const played = [currentId(queue)];
        for (let next = upcoming(queue, none); next; next = upcoming(queue, none)) {
          queue = { ...queue, current: next.key };
          played.push(next.content.id);
        }
        expect(played[0]).toBe(currentId(before));
        expect(played.toSorted().join('')).toBe('abcdefghijklmnopqrstuvwxyz');
        expect(idsOf(inOrder(queue))).toBe(idsOf(before));
      },
    ),
  );
});

test('chooses the next item by the repeat mode, and lets a person go on from a repeated one', () => {
  const last = queueOf('abc', 2);
  expect(upcoming(last, none)).toBeUndefined();
  expect(upcoming({ ...last, repeat: 'all' }, none)?.content.id).toBe('a');
  expect(upcoming({ ...last, repeat: 'one' }, none)?.content.id).toBe('c');
  expect(neighbour({ ...queueOf('abc'), repeat: 'one' }, 1)?.content.id).toBe('b');
  expect(neighbour(queueOf('abc'), -1)).toBeUndefined();
  expect(neighbour({ ...queueOf('abc'), repeat: 'all' }, -1)?.content.id).toBe('c');
});

test('plays broken items at most once, however the queue repeats', () => {
  fc.assert(
    fc.property(
      fc.constantFrom<Queue['repeat']>('off', 'all', 'one'),
      fc.uniqueArray(fc.nat({ max: 5 })),
      (repeat, broken) => {
        let queue: Queue = { ...queueOf('abcdef'), repeat };
        const failed = new Set<number>();
        const tries = new Map<number, number>();
        for (let step = 0; step < 50; step += 1) {
          const { current, items } = queue;
          const at = items.findIndex(({ key }) => key === current);
          if (broken.includes(at) && current !== null) {
            failed.add(current);
            tries.set(current, (tries.get(current) ?? 0) + 1);
          }
          const next = upcoming(queue, failed);
          if (!next) break;
          queue = { ...queue, current: next.key };
        }
        expect(Math.max(0, ...tries.values())).toBeLessThanOrEqual(1);
      },
    ),
  );
});

test('makes the next item current when the current one is removed, otherwise the last one before', () => {
  const removeCurrent = (queue: Queue) => removeItems(queue, ({ key }) => key === queue.current);
  expect(currentId(removeCurrent(queueOf('abc', 1)))).toBe('c');
  expect(currentId(removeCurrent(queueOf('abc', 2)))).toBe('b');
  expect(removeCurrent(queueOf('a')).current).toBeNull();
  expect(currentId(removeItems(queueOf('abc', 1), ({ content: { id } }) => id !== 'a'))).toBe('a');
});

test('contents are added after the current item or at the end, also in the order before shuffling', () => {
  expect(idsOf(addToQueue(queueOf('abc', 1), contents('xy'), 'next'))).toBe('abxyc');
  expect(idsOf(addToQueue(queueOf('abc', 1), contents('xy'), 'end'))).toBe('abcxy');
  const mixed = shuffled(queueOf('abc', 1), () => 0);
  expect(idsOf(inOrder(addToQueue(mixed, contents('x'), 'next')))).toBe('abxc');
  expect(idsOf(inOrder(addToQueue(mixed, contents('x'), 'end')))).toBe('abcx');
  expect(currentId(addToQueue(emptyQueue, contents('xy'), 'end'))).toBe('x');
});

test('cuts a long list around the wanted content', () => {
  const many = Array.from({ length: maxItems + 50 }, (_, n) => content(String(n)));
  const queue = startQueue(emptyQueue, many, maxItems + 20, Math.random);
  expect(queue.items).toHaveLength(maxItems);
  expect(currentId(queue)).toBe(String(maxItems + 20));
  expect(addToQueue(queue, contents('x'), 'end').items).toHaveLength(maxItems);
});
