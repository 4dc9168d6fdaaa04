import { spawn } from 'node:child_process';
import { createCipheriv, createHash } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import type { ContentServices } from '../../src/app/modules/storage/content.ts';
import type { Db } from '../../src/platform/sqlite/database.ts';
import { filesOf, temporaryFolder } from '../platform/blobs/support/temporary-store.ts';
import { randomFrom } from '../support/seeded.ts';
import { openContent } from './open-content.ts';

/** About ten copies. */
export const copiesBytes = 1_000_000;

/** The same pseudorandom bytes in every process, up to 200 kB. */
export function bytesOf(n: number): Buffer {
  const seed = createHash('sha256').update(`content ${n}`).digest();
  const size = 1 + (seed.readUInt32LE() % 200_000);
  return createCipheriv('aes-128-ctr', seed.subarray(0, 16), Buffer.alloc(16)).update(Buffer.alloc(size));
}

export const fileOf = (dataDir: string, sha256: Buffer): string => {
  const hex = sha256.toString('hex');
  return join(dataDir, 'blobs', hex.slice(0, 2), hex);
};

const script = fileURLToPath(new URL('./store-to-kill.ts', import.meta.url));

/** Kills a process shortly after a number of its output words, and returns its output. */
async function killedStore(dataDir: string, from: number, words: number, afterMs: number): Promise<string[]> {
  const child = spawn(process.execPath, [script, dataDir, String(from)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const output: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    output.push(line);
    if (output.length === words) void wait(afterMs).then(() => child.kill('SIGKILL'));
  }
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  expect(child.signalCode).toBe('SIGKILL');
  return output;
}

/**
 * Kills processes at random points of storing, eviction, scrub and repair, and checks the remaining state
 * each time.
 */
export async function killStores(rounds: number, seed: number): Promise<void> {
  const random = randomFrom(seed);
  const dataDir = await temporaryFolder();
  const owned = new Map<string, string>();
  const broken = new Set<string>();
  let next = 0;
  for (let round = 0; round < rounds; round += 1) {
    const output = await killedStore(dataDir, next, 5 + Math.floor(random() * 40), random() * 30);
    for (const line of output) {
      const [what, value = ''] = line.split(' ');
      if (what === 'own') owned.set(value, 'here');
      // A kill before the next line leaves it open whether the move took place.
      if (what === 'trashed') owned.set(value, 'trash');
      if (what === 'restoring') owned.set(value, 'here or trash');
      if (what === 'purging') owned.delete(value);
      if (what === 'breaks') broken.add(value);
      if (what === 'begins') next = Number(value) + 1;
    }
    const node = await openContent({ dataDir, copiesBytes, maxUploadBytes: 1e9 });
    await expectConsistent(node, { owned, broken, round });
    await node.stop();
    await node.blobs.close();
    node.db.close();
  }
}

async function expectConsistent(
  node: ContentServices & { db: Db; dataDir: string },
  { owned, broken, round }: { owned: Map<string, string>; broken: Set<string>; round: number },
): Promise<void> {
  const { db, dataDir } = node;
  const after = `after round ${round}`;
  expect(db.pragma('integrity_check', { simple: true }), after).toBe('ok');
  await node.check.removeOrphans();
  for (const [hex, places] of owned) {
    const sha256 = Buffer.from(hex, 'hex');
    const place = node.catalogue.find(sha256) ? 'here' : node.trash.has(sha256) ? 'trash' : 'gone';
    // An own file may be killed on its way to the trash, before it said so.
    if (places === 'here' && place === 'trash') continue;
    expect(places, `${hex} ${after}`).toContain(place);
  }

  const { damaged } = await node.check.verify();
  const wrong = damaged.map(({ sha256 }) => sha256.toString('hex'));
  for (const hex of wrong) expect(broken.has(hex), `${hex} ${after}`).toBe(true);
  const rows = db.prepare<[], { sha256: Buffer }>('SELECT sha256 FROM contents').all();
  const whole = rows.map(({ sha256 }) => sha256.toString('hex')).filter((hex) => !wrong.includes(hex));
  const files = (await filesOf(dataDir)).filter((path) => /^(blobs|incoming|uploads)\//.test(path));
  expect(files.map((path) => path.split('/').at(-1)).sort(), after).toEqual(whole.sort());

  const used = node.storeUsage.used();
  const counted = db.prepare<[], { kind: string; contents: number; bytes: number }>(
    `SELECT CASE WHEN deleted_at IS NOT NULL THEN 'trash' WHEN uploaded_by <> 'network' THEN 'own' ELSE kind END AS kind, count(*) AS contents, sum(size) AS bytes
     FROM contents LEFT JOIN copies USING (number) GROUP BY 1`,
  );
  for (const { kind, ...share } of counted.all())
    expect(used[kind as keyof typeof used], after).toEqual(share);
  expect(used.copies.bytes, after).toBeLessThanOrEqual(copiesBytes);
}
