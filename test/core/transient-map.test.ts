import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { TransientMap } from '../../src/core/concurrency/transient-map.ts';
import { TransientSet } from '../../src/core/concurrency/transient-set.ts';

interface Entries {
  set(key: number, value: object): unknown;
  delete(key: number): boolean;
}

const oldBytes = (): number =>
  getHeapSpaceStatistics().find(({ space_name: name }) => name === 'old_space')?.space_used_size ?? 0;

/** Replaces each of 32 entries 2,000 times, after a full collection has promoted the first ones. Returns bytes. */
function promotedBytes(entries: Entries): number {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const live = 32;
  const add = (key: number) =>
    entries.set(
      key,
      Array.from({ length: 100 }, () => 0.5),
    );
  for (let key = 0; key < live; key += 1) add(key);
  collect();
  const before = oldBytes();
  for (let key = live; key < 2_000 * live; key += 1) {
    entries.delete(key - live);
    add(key);
  }
  return oldBytes() - before;
}

describe('a transient map', () => {
  it('behaves like a map', () => {
    const [map, expected] = [new TransientMap<number, string>(), new Map<number, string>()];
    let seed = 1;
    const random = (below: number) => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % below;
    };
    for (let step = 0; step < 5_000; step += 1) {
      const key = random(100);
      if (random(2) === 0) {
        map.set(key, `${step}`);
        expected.set(key, `${step}`);
      } else {
        expect(map.delete(key)).toBe(expected.delete(key));
      }
      expect([map.has(key), map.get(key), map.size]).toEqual([
        expected.has(key),
        expected.get(key),
        expected.size,
      ]);
    }
    expect(map.keys()).toEqual([...expected.keys()]);
    expect(map.values()).toEqual([...expected.values()]);
  });

  // When V8 collects the entries of a plain map, too, transient maps can be replaced by plain ones.
  it('leaves removed entries to minor garbage collections, which a map does not', () => {
    expect(promotedBytes(new Map())).toBeGreaterThan(8_000_000);
    expect(promotedBytes(new TransientMap())).toBeLessThan(2_000_000);
  });
});

it('a transient set iterates over the values that it had at the start', () => {
  const set = new TransientSet<number>();
  const values = Array.from({ length: 40 }, (_, value) => value);
  for (const value of values) set.add(value);
  const seen: number[] = [];
  for (const value of set) {
    seen.push(value);
    set.delete(value);
    set.add(value + 100);
  }
  expect(seen).toEqual(values);
  expect([set.size, set.has(0), set.has(100)]).toEqual([40, false, true]);
});
