import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { cacheRoot } from '../paths.mjs';
import { isAlive } from './lock.mjs';

/** Returns the path of a cache entry; an existing entry is complete. */
export function cached(name) {
  return join(cacheRoot, name);
}

/**
 * Creates a cache entry: `fill` gets an empty folder and returns the subfolder that becomes the entry. Renamed at the
 * end, because an interrupted download or compilation must not leave an incomplete entry.
 */
export async function makeCached(name, fill) {
  mkdirSync(cacheRoot, { recursive: true });
  removeLeftovers();
  const draft = join(cacheRoot, `draft-${process.pid}-${name}`);
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft);
  try {
    const made = await fill(draft);
    if (!existsSync(cached(name))) renameSync(made, cached(name));
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  return cached(name);
}

function removeLeftovers() {
  for (const entry of readdirSync(cacheRoot)) {
    const pid = Number(/^draft-(\d+)-/.exec(entry)?.[1]);
    if (pid && !isAlive(pid)) rmSync(join(cacheRoot, entry), { recursive: true, force: true });
  }
}
