import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { temporaryFolder } from '../../support/node/start-test-node.ts';

const program = fileURLToPath(new URL('./album-to-kill.ts', import.meta.url));

/** Runs the sale of an album in a folder; returns what it made, undefined where it was killed. */
async function sell(folder: string, order: 'before' | 'after', write: number): Promise<unknown> {
  const child = spawn(process.execPath, [program, folder, order, String(write)], {
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
  const first = await sell(folder, order, write);
  const sold = first ?? (await sell(folder, order, 0));
  const expected = { wasWhole: true, isWhole: true, titles: ['Low Tide', 'Lantern'], parts: 1 };
  expect(sold, `${order} write ${write}`).toEqual({ ...expected, contents: 4, keys: 3, pending: 0 });
  rmSync(folder, { recursive: true });
  return first === undefined;
}
