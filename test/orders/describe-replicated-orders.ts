import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LeaseLostError } from '../../src/core/concurrency/leader.ts';
import type { PostgresDatabase } from '../../src/platform/postgres/postgres-database.ts';
import { emptiedRows } from '../content/replicated/replica.ts';
import {
  openSellingNode,
  openSellingReplica,
  type SellingRows,
  sellingRowsOf,
  sellingScope,
} from './support/selling-replica.ts';
import { runSellingStep, type SellingStep, sellingStep } from './support/selling-steps.ts';

const randomGroup = fc.record({
  replica: fc.nat(1),
  steps: fc.array(sellingStep, { minLength: 1, maxLength: 4 }),
  isCompared: fc.boolean(),
});

/** What replicas that share the index of a chain and orders must keep. */
export function describeReplicatedOrders(
  replicas: () => readonly [PostgresDatabase, PostgresDatabase],
  numRuns: number,
): void {
  const openTwo = async () => {
    const [one, other] = replicas();
    await emptiedRows(one);
    return [await openSellingReplica(one), await openSellingReplica(other)] as const;
  };
  const addPlatform = ({ platforms }: SellingRows) =>
    platforms.add(sellingScope.network, sellingScope.platform);

  describe('replicas with the same chain and orders', () => {
    it('have the rows of one node that got all commands', async () => {
      const run = async (history: { replica: number; steps: SellingStep[]; isCompared: boolean }[]) => {
        const both = await openTwo();
        const node = openSellingNode();
        for (const rows of [...both, node]) rows.job.begin(undefined);
        for (const rows of [both[0], node]) await addPlatform(rows);
        let at = 0;
        const compare = async (some: readonly (typeof both)[number][]) => {
          const expected = sellingRowsOf(node);
          for (const replica of some) {
            await replica.refresh();
            const found = sellingRowsOf(replica);
            expect(found).toEqual(expected);
          }
        };
        for (const { replica, steps, isCompared } of history) {
          // What a step reads before its command.
          await both[replica]?.refresh();
          for (const step of steps) {
            at += 1;
            const expected = await runSellingStep(node, step, at);
            expect(await runSellingStep(both[replica] as SellingRows, step, at)).toEqual(expected);
          }
          if (isCompared) await compare(both);
        }
        await compare(both);
        await compare([await openSellingReplica(replicas()[0])]);
      };
      await fc.assert(
        fc.asyncProperty(fc.array(randomGroup, { minLength: 5, maxLength: 25, size: 'max' }), run),
        { seed: 24, endOnFailure: true, numRuns },
      );
    });

    it('settle each order once, also where a replica has not seen it yet', async () => {
      const [one, other] = await openTwo();
      await addPlatform(one);
      await other.refresh();
      other.job.begin(undefined);
      // Its copy does not have the order when the command begins.
      await runSellingStep(one, { do: 'place', number: 0, terms: 0 }, 1);
      const settled = await runSellingStep(other, { do: 'register', number: 0, order: 0 }, 2);
      expect(settled).toBe(true);
      expect(await runSellingStep(other, { do: 'register', number: 0, order: 0 }, 3)).toBe(false);
      await one.refresh();
      expect(one.orders.get('1')).toMatchObject({ state: 'confirmed', settledAt: 120_000 });
      expect(one.orders.registeredSince(119_999)).toMatchObject([{ settledAt: 120_000 }]);
      expect(one.orders.registeredSince(120_000)).toEqual([]);
    });

    it('index each content once, also after a copy that failed', async () => {
      const [one, other] = await openTwo();
      await addPlatform(one);
      await other.refresh();
      one.job.begin(undefined);
      let isFull = true;
      other.commands.follow({
        changed: (table) => {
          if (isFull && table === 'chain_contents') throw new Error('the disk is full');
        },
      });
      const register = (number: number): SellingStep => ({ do: 'register', number, order: 0 });
      await runSellingStep(one, register(0), 1);
      await expect(other.refresh()).rejects.toThrow('the disk is full');
      await runSellingStep(one, { do: 'replace' }, 2);
      await runSellingStep(one, register(1), 3);
      await expect(other.refresh()).rejects.toThrow('the disk is full');
      isFull = false;
      await other.refresh();
      expect(sellingRowsOf(other)).toEqual(sellingRowsOf(one));
    });

    it('refuse what a replica writes for a chain that another one follows', async () => {
      const [one, other] = await openTwo();
      await addPlatform(one);
      const lead = async ({ job }: SellingRows, holder: string, fence: number) => {
        const [row] = await replicas()[0].query<{ fence: number }>(
          `INSERT INTO leaders (job, holder, expires_at, fence) VALUES ('chain', $1, now() + interval '1 day', $2)
           ON CONFLICT (job) DO UPDATE SET holder = excluded.holder, fence = excluded.fence RETURNING fence`,
          [holder, fence],
        );
        job.begin({ job: 'chain', holder, fence: row?.fence ?? 0 });
      };
      const register: SellingStep = { do: 'register', number: 0, order: 0 };
      await runSellingStep(one, { do: 'place', number: 0, terms: 0 }, 1);
      await expect(runSellingStep(one, register, 2)).rejects.toThrow(LeaseLostError);
      await lead(one, randomUUID(), 1);
      await runSellingStep(one, { do: 'sign', order: 0 }, 3);
      // The first one was stopped meanwhile, and continues.
      await lead(other, randomUUID(), 2);
      await other.refresh();
      const before = sellingRowsOf(other);
      const refused: SellingStep[] = [
        register,
        { do: 'walk', length: 2 },
        { do: 'replace' },
        { do: 'sign', order: 1 },
        { do: 'send', order: 0 },
        { do: 'end', order: 0, isPaid: false },
        { do: 'expire', after: 200 },
        { do: 'remove', after: 200 },
      ];
      await one.orders.setReceived(1, 0);
      await runSellingStep(one, { do: 'place', number: 1, terms: 0 }, 4);
      for (const step of refused) {
        await expect(runSellingStep(one, step, 5), step.do).rejects.toThrow(LeaseLostError);
      }
      await other.refresh();
      expect({ ...sellingRowsOf(other), intents: [] }).toEqual({ ...before, intents: [] });
      expect(await runSellingStep(other, register, 6)).toBe(true);
    });
  });
}
