import { readFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { NodeError } from '../../src/core/node-error.ts';
import { costOfFile } from '../../src/core/stored-cost.ts';
import { Collector, filesOf, pathOf } from '../platform/blobs/support/temporary-store.ts';
import { receive, sha256, uploadAs } from '../storage/copies.ts';
import { randomBytes } from '../support/random-bytes.ts';
import { randomRuns } from '../support/random-runs.ts';
import { openContent } from './open-content.ts';

/** For at most three of them. */
const quotaBytes = 3 * costOfFile(0) + 25_000;
const contents = Array.from({ length: 4 }, (_, n) => randomBytes(3000 * (n + 1)));
const hashes = contents.map(sha256);

/** A node whose network has every content, while other programs change its files. */
async function openAmongOthers(errors: unknown[]) {
  const node = await openContent({
    quotaBytes,
    copiesBytes: 2 * costOfFile(0) + 15_000,
    logger: { error: (error: unknown) => errors.push(error) } as never,
    mending: {
      background: { pausedBy: () => [], onChange: () => () => {} },
      fetch: async (hash, signal) => {
        await receive(node, contents[hashes.findIndex((one) => one.equals(hash))] as Buffer, { signal });
      },
    },
  });
  const fileOf = (hash: Buffer) => pathOf(node.dataDir, hash);
  const actions = {
    upload: (bytes: Buffer) => uploadAs(node, 'owner', bytes),
    uploadToo: (bytes: Buffer) => uploadAs(node, 'ann', bytes),
    receive: (bytes: Buffer) => receive(node, bytes),
    remove: (_: Buffer, hash: Buffer) => node.catalogue.remove(hash),
    leave: (_: Buffer, hash: Buffer) => node.catalogue.removeOwner(hash, 'ann'),
    evict: (_: Buffer, hash: Buffer) => node.catalogue.evict(hash),
    inspect: (_: Buffer, hash: Buffer) => node.inspector.inspect(hash),
    pin: async (_: Buffer, hash: Buffer) => node.copies.pin(hash, true),
    unpin: async (_: Buffer, hash: Buffer) => node.copies.pin(hash, false),
    check: () => node.check.verify(),
    lose: (_: Buffer, hash: Buffer) => rm(fileOf(hash), { force: true }),
    damage: (_: Buffer, hash: Buffer) =>
      writeFile(fileOf(hash), 'damaged', { flag: 'r+' }).catch((error: { code?: string }) => {
        if (error.code !== 'ENOENT') throw error;
      }),
    send: async (bytes: Buffer, hash: Buffer) => {
      const out = new Collector();
      await node.catalogue.sendTo(out, node.catalogue.get(hash));
      expect(out.bytes.equals(bytes)).toBe(true);
    },
  };
  return { node, actions };
}
type Action = keyof Awaited<ReturnType<typeof openAmongOthers>>['actions'];

/** The allowed results of an action with concurrent ones. */
const usual = new Set(['content_not_found', 'content_damaged', 'insufficient_storage', 'fetch_cancelled']);

const anyAction = fc.constantFrom<Action[]>(
  ...(['upload', 'uploadToo', 'receive', 'receive', 'remove', 'leave', 'evict', 'inspect'] as const),
  ...(['pin', 'unpin', 'check', 'lose', 'damage', 'send'] as const),
);
const step = fc.record({ action: anyAction, content: fc.nat(contents.length - 1), waits: fc.boolean() });

test('keeps rows and bytes consistent after concurrent operations, without leftovers', {
  retry: 0,
}, async () => {
  const run = async (steps: { action: Action; content: number; waits: boolean }[]) => {
    const errors: unknown[] = [];
    const { node, actions } = await openAmongOthers(errors);
    node.start();
    const running: Promise<unknown>[] = [];
    for (const { action, content, waits } of steps) {
      const act = async () => actions[action](contents[content] as Buffer, hashes[content] as Buffer);
      const acting = act().catch((error: unknown) => {
        if (!(error instanceof NodeError) || !usual.has(error.code)) errors.push(error);
      });
      running.push(acting);
      await (waits ? acting : setImmediate());
    }
    await Promise.all(running);
    await node.check.verify();
    await expect.poll(() => node.damages.list(10)).toEqual([]);
    await node.stop();
    expect(errors).toEqual([]);
    const stored = contents.filter((_, n) => node.catalogue.find(hashes[n] as Buffer));
    const files = await filesOf(node.dataDir);
    expect(files.filter((path) => /^(blobs|incoming|quarantine)\//.test(path)).sort()).toEqual(
      stored.map((bytes) => pathOf('', sha256(bytes)).replace(/^\//, '')).sort(),
    );
    for (const bytes of stored) {
      expect(bytes.equals(readFileSync(pathOf(node.dataDir, sha256(bytes))))).toBe(true);
    }
    const contentBytes = stored.reduce((sum, { length }) => sum + length, 0);
    expect(node.catalogue.totals()).toEqual({ contents: stored.length, contentBytes });
    expect(node.cost()).toBeLessThanOrEqual(quotaBytes);
    expect(node.eviction.reservations.total).toBe(0);
  };
  const anySteps = fc.array(step, { minLength: 60, maxLength: 120, size: 'max' });
  await fc.assert(fc.asyncProperty(anySteps, run), { numRuns: randomRuns(5), endOnFailure: true });
});
