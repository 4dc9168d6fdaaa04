import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { SegmentRepository } from '../../../../src/features/storage/index.ts';
import { SegmentCollector } from '../../../../src/platform/blobs/s3/segment-collector.ts';
import { openTestDatabase } from '../../../support/node/test-database.ts';
import { temporaryFolder } from '../support/temporary-store.ts';

const hourMs = 60 * 60 * 1000;
/** A run in its usual time would outlast the test. */
const times = { pause: hourMs, shortPause: 1 };

/** A key that has been unused for this time, and what the collectors of leaders after each other delete. */
async function unusedFor(ms: number) {
  let now = Date.now() - ms;
  const db = openTestDatabase(join(await temporaryFolder(), 'alcove.db'));
  const index = new SegmentRepository(db, () => now);
  await index.announce(['seg/a']);
  now = Date.now();
  const deleted: string[] = [];
  const remove = async (key: string) => void deleted.push(key);
  return {
    deleted,
    lead: () => {
      const client = { delete: remove };
      const onError = (error: unknown) => {
        throw error;
      };
      const collector = new SegmentCollector({ client, index, onError, times });
      collector.start();
      return collector;
    },
  };
}

test('is run soon by a new leader where those before it ended within their hour', async () => {
  const { lead, deleted } = await unusedFor(25 * hourMs + 60_000);
  const collector = lead();
  await expect.poll(() => deleted).toEqual(['seg/a']);
  await collector.stop();
});

test('is not run before an hour where nothing has waited for that', async () => {
  const { lead, deleted } = await unusedFor(24.5 * hourMs);
  const collector = lead();
  await delay(100);
  await collector.stop();
  expect(deleted).toEqual([]);
});
