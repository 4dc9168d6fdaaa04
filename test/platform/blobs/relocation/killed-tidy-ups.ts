import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { openStore, temporaryFolder } from '../support/temporary-store.ts';
import { read, stateOf, storeSome } from './move-folders.ts';

const script = fileURLToPath(new URL('./tidier-to-kill.ts', import.meta.url));

/** A closed store that lies in a folder of its own, and another folder. */
async function storeElsewhere() {
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

/** @returns the steps of the move, up to the one that it was killed at */
async function mover(args: string[]): Promise<{ steps: string[]; signal: string | null }> {
  const child = spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [said, [, signal]] = await Promise.all([text(child.stdout), once(child, 'close')]);
  return { steps: said.trim().split('\n'), signal };
}

/**
 * Kills processes while they end a move and tidy up, and looks each time whether the next start goes on with that, and the
 * next move may go to the folder that was left.
 * @param choose some of the steps, as places in the list of all
 */
export async function killTidyUps(choose: (steps: string[]) => number[]): Promise<void> {
  const first = await storeElsewhere();
  const { steps, signal } = await mover([first.dataDir, first.two]);
  expect(signal).toBeNull();
  expect(steps.filter((step) => step === 'rmdir').length).toBeGreaterThan(256);
  for (const at of choose(steps)) {
    const { dataDir, one, two, contents } = await storeElsewhere();
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
