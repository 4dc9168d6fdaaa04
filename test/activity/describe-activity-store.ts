import { describe, expect, it } from 'vitest';
import type {
  ActivityLine,
  ActivityQuery,
  ActivityStore,
} from '../../src/features/activity/activity-store.ts';

/** Returns a line of the activity log with these values. */
export const activityLine = (part: Partial<ActivityLine>): ActivityLine => ({
  number: undefined,
  at: 1000,
  lastAt: 1000,
  count: 1,
  kind: 'upload',
  actorType: 'user',
  actorName: 'Ann',
  address: null,
  subject: null,
  detail: 'Added a file',
  reason: 'activity.uploaded',
  params: '{}',
  problem: null,
  ...part,
});

const everything: ActivityQuery = { q: '', beforeNumber: Number.MAX_SAFE_INTEGER, limit: 100 };

async function subjects(store: ActivityStore, query: Partial<ActivityQuery> = {}): Promise<unknown[]> {
  return (await store.page({ ...everything, ...query })).map(({ subject }) => subject);
}

/** The tests that every implementation of `ActivityStore` passes; `makeStore` makes an empty one. */
export function describeActivityStore(
  name: string,
  makeStore: () => ActivityStore | Promise<ActivityStore>,
): void {
  describe(name, () => {
    it('numbers new lines upwards, and updates lines with a number', async () => {
      const store = await makeStore();
      const [first = 0, second = 0] = await store.write([
        activityLine({ subject: 'a' }),
        activityLine({ subject: 'b' }),
      ]);
      expect(second).toBeGreaterThan(first);
      const repeated = activityLine({ number: first, lastAt: 2000, count: 3, subject: 'other' });
      const [again, third] = await store.write([repeated, activityLine({ subject: 'c' })]);
      expect(again).toBe(first);
      expect(await store.page(everything)).toEqual([
        activityLine({ number: third, subject: 'c' }),
        activityLine({ number: second, subject: 'b' }),
        activityLine({ number: first, lastAt: 2000, count: 3, subject: 'a' }),
      ]);
    });

    it('writes all lines or none', async () => {
      const store = await makeStore();
      await expect(store.write([activityLine({}), activityLine({ kind: null as never })])).rejects.toThrow();
      expect(await store.page(everything)).toEqual([]);
      expect(await store.range()).toEqual({ oldest: 0, newest: 0 });
    });

    it('selects by kind, position and text, with every character of the text meant literally', async () => {
      const store = await makeStore();
      const [first = 0, , third = 0] = await store.write([
        activityLine({ subject: '50% of a_file' }),
        activityLine({ kind: 'token', subject: 'back\\slash', actorName: 'Bob' }),
        activityLine({ subject: 'fifty', problem: 'blocked', address: '192.0.2.1' }),
      ]);
      expect(await subjects(store, { kind: 'token' })).toEqual(['back\\slash']);
      expect(await subjects(store, { limit: 1, skip: 1 })).toEqual(['back\\slash']);
      expect(await subjects(store, { beforeNumber: third, fromNumber: first + 1 })).toEqual(['back\\slash']);
      for (const [q, found] of Object.entries({
        '0%': 1,
        a_f: 1,
        _: 1,
        '%': 1,
        '\\': 1,
        BOB: 1,
        '0.2.1': 1,
      })) {
        expect(await subjects(store, { q }), q).toHaveLength(found);
        expect(await store.count({ ...everything, q }), q).toBe(found);
      }
      expect(await subjects(store, { q: 'BLOCKED' })).toEqual(['fifty']);
      expect(await store.count(everything)).toBe(3);
      expect(await store.range()).toEqual({ oldest: first, newest: third });
    });

    it('finds the newest entries of each message that concern the owner', async () => {
      const store = await makeStore();
      const owner = { actorName: 'owner' };
      const node = { actorType: 'node', actorName: '', reason: 'activity.repaired' } as const;
      const names = ['a', 'b', 'c'].map((subject) => activityLine({ ...owner, subject }));
      await store.write([
        activityLine({ ...node, subject: 'd' }),
        ...names,
        activityLine({ subject: 'of Ann' }),
      ]);
      const found = await store.newestForOwner(['activity.repaired', 'activity.uploaded'], 2);
      expect(found.map(({ subject }) => subject)).toEqual(['c', 'b', 'd']);
    });

    it('removes old lines, and all but the newest of each kind', async () => {
      const store = await makeStore();
      const later = ['b', 'c', 'd'].map((subject) => activityLine({ at: 5000, subject }));
      await store.write([activityLine({ at: 4999, subject: 'a', kind: 'token' }), ...later]);
      await store.trim(4999, 2);
      expect(await subjects(store)).toEqual(['d', 'c', 'a']);
      await store.trim(5000, 2);
      expect(await subjects(store)).toEqual(['d', 'c']);
    });
  });
}
