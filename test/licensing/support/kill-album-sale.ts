import { spawn } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { temporaryFolder } from '../../support/node/start-test-node.ts';

const program = fileURLToPath(new URL('./album-to-kill.ts', import.meta.url));

/** Sells an album in a folder, or cancels its sale; returns what is left, undefined where it was killed. */
async function run(
  folder: string,
  order: 'before' | 'after',
  write: number,
  action: 'sell' | 'cancel',
): Promise<unknown> {
  const child = spawn(process.execPath, [program, folder, order, String(write), action], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = new Promise((resolve) => child.once('close', (code, signal) => resolve(signal ?? code)));
  const printed = await text(child.stdout);
  const end = await exited;
  if (end === 'SIGKILL') return undefined;
  expect(end).toBe(0);
  return JSON.parse(printed);
}

/**
 * Kills a node at a write of the sale of an album, and sells it in a next process: no song is lost at any time, and
 * nothing is left but the encrypted songs, the list of their keys and the public list.
 * @returns whether it was killed; false when the sale has fewer writes
 */
export async function killAlbumSale(order: 'before' | 'after', write: number): Promise<boolean> {
  const folder = temporaryFolder();
  const first = await run(folder, order, write, 'sell');
  const sold = first ?? (await run(folder, order, 0, 'sell'));
  const expected = { wasWhole: true, isWhole: true, titles: ['Low Tide', 'Lantern'], parts: 1 };
  expect(sold, `${order} write ${write}`).toEqual({ ...expected, contents: 4, keys: 3, pending: 0 });
  rmSync(folder, { recursive: true });
  return first === undefined;
}

/**
 * Kills a node at a write of the sale of an album, and cancels the sale in a next process: the songs are as before, and
 * nothing else is left.
 * @returns whether it was killed before the album was on the chain
 */
export async function killCancelledAlbumSale(order: 'before' | 'after', write: number): Promise<boolean> {
  const folder = temporaryFolder();
  await run(folder, order, write, 'sell');
  const isOnSale = !existsSync(join(folder, 'registered'));
  if (isOnSale) {
    const expected = { wasWhole: true, isWhole: true, contents: 3, keys: 0, pending: 0 };
    expect(await run(folder, order, 0, 'cancel'), `${order} write ${write}`).toEqual(expected);
  }
  rmSync(folder, { recursive: true });
  return isOnSale;
}
