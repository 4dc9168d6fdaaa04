import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isAlive } from './lock.mjs';
import { cacheRoot } from './paths.mjs';

/** Where an entry of the cache is. What has this name is complete. */
export function cached(name) {
  return join(cacheRoot, name);
}

/**
 * Makes a folder of the cache: `fill` gets an empty folder to work in and returns the folder within that takes
 * the name at the end, so that an interrupted download or compilation leaves nothing that looks finished.
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
