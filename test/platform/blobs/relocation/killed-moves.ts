import { spawn } from 'node:child_process';
import { createCipheriv } from 'node:crypto';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { DiskBlobStore } from '../../../../src/platform/blobs/store/disk-blob-store.ts';
import { randomFrom } from '../../../support/seeded.ts';
import { inChunks, openStore, temporaryFolder } from '../support/temporary-store.ts';
import { disks, folderOn, namesBelow, read, storeSome } from './move-folders.ts';

/** The killed processes upload these bytes in parts, each the same. */
export const uploadBytes = createCipheriv('aes-128-ctr', Buffer.alloc(16), Buffer.alloc(16)).update(
  Buffer.alloc(5_000_000),
);

/**
 * Kills processes at random points of a relocation there and back, and checks each time that nothing is lost.
 */
export async function killMoves(disk: (typeof disks)[number], rounds: number, seed: number): Promise<void> {
  const random = randomFrom(seed);
  const [dataDir, folder] = [await temporaryFolder(), await folderOn(disk)];
  const first = await openStore({ dataDir });
  const stored = new Set(
    (await storeSome(first, 60)).map(({ stored: { sha256 } }) => sha256.toString('hex')),
  );
  await first.close();
  let safe = 0;

  for (let round = 0; round < rounds; round += 1) {
    const wanted = random() < 0.5 ? folder : '';
    // Sometimes close to the move of the last file.
    const after = random() * (random() < 0.2 ? 4000 : 250);
    for (const line of await killedMover([dataDir, wanted, String(safe)], after)) {
      const [what, value = ''] = line.split(' ');
      if (what === 'stored') stored.add(value);
      if (what === 'safe') safe = Number(value);
    }
    const store = new DiskBlobStore({ dataDir });
    await store.open();
    for (const hex of stored) {
      expect(await store.verify(Buffer.from(hex, 'hex')), `${hex} after round ${round}`).toMatchObject({
        ok: true,
      });
    }
    const size = (await store.partials.list()).get('upload') ?? 0;
    expect(size, `bytes of the upload after round ${round}`).toBeGreaterThanOrEqual(safe);
    await store.close();
  }

  const store = await openStore({ dataDir });
  await store.mover.start(folder);
  await store.mover.settled();
  expect(store.mover.progress()).toBeUndefined();
  const part = inChunks(uploadBytes.subarray(safe), 100_000);
  await store.partials.append('upload', part, { start: safe, maxBytes: uploadBytes.length });
  const upload = await store.partials.stage('upload', uploadBytes.length);
  await upload.commit();
  expect((await read(store, upload)).equals(uploadBytes)).toBe(true);
  expect(await namesBelow(dataDir)).toEqual([]);
  const names = await namesBelow(folder);
  for (const name of names) {
    expect(await store.verify(Buffer.from(name, 'hex')), name).toMatchObject({ ok: true });
  }
  expect([...stored].filter((hex) => !names.includes(hex))).toEqual([]);
}

/** @returns the output before the kill, which comes so many ms after the start of the relocation */
async function killedMover(args: string[], after: number): Promise<string[]> {
  const script = fileURLToPath(new URL('./mover-to-kill.ts', import.meta.url));
  const mover = spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  const lines: string[] = [];
  const killing: Promise<unknown>[] = [];
  for await (const line of createInterface({ input: mover.stdout })) {
    lines.push(line);
    if (line === 'moving') killing.push(wait(after).then(() => mover.kill('SIGKILL')));
  }
  if (mover.exitCode === null && mover.signalCode === null) await once(mover, 'exit');
  expect(mover.signalCode).toBe('SIGKILL');
  await Promise.all(killing);
  return lines;
}
