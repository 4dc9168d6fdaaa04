import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PostgresDatabase } from '../../../src/platform/postgres/postgres-database.ts';
import { hashOf, randomStep, runStep, type Step } from './random-steps.ts';
import {
  cachedOf,
  emptiedRows,
  listsOf,
  openEmbedded,
  openReplica,
  type Repositories,
  rowsOf,
} from './replica.ts';

/** Commands that come at the same time to a replica, and whether all replicas are compared then. */
const randomGroup = fc.record({
  replica: fc.nat(1),
  steps: fc.array(randomStep, { minLength: 1, maxLength: 4 }),
  isCompared: fc.boolean(),
});

const facts: Parameters<Repositories['media']['put']>[0]['facts'] = {
  ...{ state: 'made', failure: null, maker: 1, duration_ms: 5000, width: null, height: null, pages: null },
  ...{ title: null, artist: 'Bob', album: null, album_artist: null, track: null, disc: null, year: null },
  taken_at: '2025-12-31T23:59:59',
};

const hashes = [0, 1, 2, 3, 4].map(hashOf);

/** Media are not replicated: each replica has its own facts, here the same. */
function measure({ media, contents }: Repositories): void {
  for (const sha256 of hashes) {
    const number = contents.get(sha256)?.number;
    if (number !== undefined)
      media.put({ sha256, number, facts, thumbnail: null, waveform: null, madeAt: 1 });
  }
}

/** What replicas that share contents must keep, in random histories. */
export function describeReplicatedContents(
  replicas: () => readonly [PostgresDatabase, PostgresDatabase],
  numRuns: number,
): void {
  describe('replicas with the same contents', () => {
    it('have the rows and lists of one node that got all commands', async () => {
      const run = async (
        history: { replica: number; steps: Step[]; isCompared: boolean }[],
        hasMedia: boolean,
      ) => {
        await emptiedRows(replicas()[0]);
        const both = replicas().map((database) => openReplica(database));
        const embedded = openEmbedded();
        for (const { commands } of both) await commands.join();
        const compare = async (some: typeof both) => {
          const expected = [rowsOf(embedded), listsOf(embedded)];
          for (const replica of some) {
            await replica.commands.refresh();
            const { cached, stored } = cachedOf(replica, hashes);
            expect(cached).toEqual(stored);
            const found = [rowsOf(replica), listsOf(replica)];
            // In a fraction of the time of `toEqual`.
            if (JSON.stringify(found) !== JSON.stringify(expected)) expect(found).toEqual(expected);
          }
        };
        try {
          for (const [at, { replica, steps, isCompared }] of history.entries()) {
            const runOn = (one: Parameters<typeof runStep>[0]) =>
              Promise.all(steps.map((given) => runStep(one, given, at)));
            const expected = runOn(embedded);
            embedded.commands.flush();
            const results = await runOn(both[replica] as (typeof both)[number]);
            expect(results).toEqual(await expected);
            if (!isCompared) continue;
            await compare(both);
            if (hasMedia) for (const one of [embedded, ...both]) measure(one);
          }
          await compare(both);
          // It would find the media of contents later than the others, and search them by other words.
          if (hasMedia) return;
          const late = openReplica(replicas()[0]);
          both.push(late);
          await late.commands.join();
          await compare(both);
        } finally {
          for (const { commands, close } of both) {
            await commands.close();
            close();
          }
          embedded.close();
        }
      };
      const groups = fc.array(randomGroup, { minLength: 10, maxLength: 30, size: 'max' });
      await fc.assert(fc.asyncProperty(groups, fc.boolean(), run), {
        seed: 24,
        endOnFailure: true,
        numRuns,
      });
    });
  });
}
