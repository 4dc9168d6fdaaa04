import { rmSync, writeFileSync } from 'node:fs';
import { expect, it, vi } from 'vitest';
import type { Lease } from '../../src/core/concurrency/leader.ts';
import type { Commands } from '../../src/platform/sqlite/commands.ts';
import { GroupCommit } from '../../src/platform/sqlite/group-commit.ts';
import { openContent } from '../content/open-content.ts';
import { pathOf } from '../platform/blobs/support/temporary-store.ts';
import { patience } from '../support/patience.ts';
import { randomBytes } from '../support/random-bytes.ts';
import { receive, uploadAs } from './copies.ts';

const lease: Lease = { job: 'any', holder: 'this replica', fence: 7 };

/** A node that lists the lease of each write. */
async function openListed() {
  const leases: (Lease | undefined)[] = [];
  let group: GroupCommit | undefined;
  const commands: Commands = {
    run: (write, last, given) => {
      leases.push(given);
      return (group as GroupCommit).run(write, last);
    },
    follow: () => {},
    flush: () => group?.flush(),
  };
  const time = { now: 1_700_000_000_000 };
  const scrubPace = { bytesPerSecond: 1e12, days: 30 };
  const node = await openContent({ commands, scrubPace, clock: () => time.now });
  group = new GroupCommit(node.db);
  const bytes = [randomBytes(1000), randomBytes(1000), randomBytes(1000)] as const;
  const [damaged, lost] = [await uploadAs(node, 'owner', bytes[0]), await uploadAs(node, 'owner', bytes[1])];
  await uploadAs(node, 'owner', bytes[2]);
  writeFileSync(pathOf(node.dataDir, damaged), 'something else');
  rmSync(pathOf(node.dataDir, lost));
  const had = new Map([
    [damaged.toString('hex'), bytes[0]],
    [lost.toString('hex'), bytes[1]],
  ]);
  leases.splice(0);
  return { ...node, had, leases, time, scrubPace };
}

it('writes of the check of stored files carry its lease', async () => {
  const { scrub, scrubPace, time, leases, damages } = await openListed();
  time.now += 40 * 24 * 3600 * 1000;
  scrub.start(lease);
  time.now += 60_000;
  // Outside of the job, as when the owner changes the pace.
  scrub.setPace(scrubPace);
  await vi.waitFor(() => expect(scrub.progress().finishedAt).toBe(time.now), patience);
  await scrub.stop();
  expect(damages.list(10)).toHaveLength(2);
  expect(leases.length).toBeGreaterThanOrEqual(4);
  expect(new Set(leases)).toEqual(new Set([lease]));
});

it('writes of repairs carry their lease, whether they succeed or not', async () => {
  const { inspector, damages, had, leases, ...node } = await openListed();
  for (const hex of had.keys()) await inspector.inspect(Buffer.from(hex, 'hex'));
  const [repaired] = had.keys();
  leases.splice(0);
  const { repair } = node;
  repair.start(
    {
      background: { pausedBy: () => [], onChange: () => () => {} },
      fetch: async (sha256, _signal, given) => {
        const hex = sha256.toString('hex');
        if (hex !== repaired) throw new Error('no node has it');
        await receive(node, had.get(hex) ?? Buffer.alloc(0), { lease: () => given });
      },
    },
    lease,
  );
  await vi.waitFor(() => expect(damages.list(10)).toMatchObject([{ attempts: 1 }]), patience);
  await vi.waitFor(() => expect(damages.list(10)).toHaveLength(1), patience);
  await repair.stop();
  expect(leases.length).toBeGreaterThanOrEqual(4);
  expect(new Set(leases)).toEqual(new Set([lease]));
});
