import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { openStore, temporaryFolder } from '../support/temporary-store.ts';
import { read, stateOf, storeSome } from './move-folders.ts';

const script = fileURLToPath(new URL('./tidier-to-kill.ts', import.meta.url));

/** A closed store in a folder of its own, and another folder. */
async function relocatedStore() {
  const [dataDir, one, two] = [
    await temporaryFolder(),
    await temporaryFolder(),
    await temporaryFolder(),
  ] as const;
  const store = await openStore({ dataDir });
  const contents = await storeSome(store, 4);
  await store.mover.move(one);
  await store.mover.settled();
  await store.close();
  return { dataDir, one, two, contents };
}

/** @returns the steps of the relocation, up to the one where it was killed */
async function mover(args: string[]): Promise<{ steps: string[]; signal: string | null }> {
  const child = spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [said, [, signal]] = await Promise.all([text(child.stdout), once(child, 'close')]);
  return { steps: said.trim().split('\n'), signal };
}

/**
 * Kills processes at the end of a relocation and during cleanup. Checks that each next start resumes, and
 * that the next relocation may go to the old folder.
 * @param choose some of the steps, as indexes in the list of all
 */
export async function killTidyUps(choose: (steps: string[]) => number[]): Promise<void> {
  const first = await relocatedStore();
  const { steps, signal } = await mover([first.dataDir, first.two]);
  expect(signal).toBeNull();
  expect(steps.filter((step) => step === 'rmdir').length).toBeGreaterThan(256);
  for (const at of choose(steps)) {
    const { dataDir, one, two, contents } = await relocatedStore();
    const killed = await mover([dataDir, two, String(at)]);
    expect(killed).toEqual({ steps: steps.slice(0, at + 1), signal: 'SIGKILL' });
    const store = await openStore({ dataDir });
    await store.mover.start(two);
    await store.mover.settled();
    expect(store.mover.progress()).toBeUndefined();
    expect(await readdir(one), `after a kill at step ${at}, ${steps[at]}`).toEqual([]);
    expect(stateOf(dataDir)).toEqual({ id: expect.any(String), folder: two, moving: null });
    await store.mover.move(one);
    await store.mover.settled();
    expect(await readdir(two)).toEqual([]);
    for (const { bytes, stored } of contents) expect((await read(store, stored)).equals(bytes)).toBe(true);
    await store.close();
    await (await openStore({ dataDir })).close();
  }
}
