import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { printLine, timed } from '../console.mjs';
import { hasCommand, run } from '../run.mjs';
import { cached, makeCached } from './cache.mjs';

/** Reverse proxies that the tests run in front of a public node, by their Debian package. */
const proxies = ['nginx', 'caddy'];
const entryOf = (name) => `proxy-${name}`;
const places = ['usr/sbin', 'usr/bin'];

/**
 * Returns the folders outside the search path that may contain proxies: system folders, and the output of
 * `fetchProxies`.
 */
export const proxyFolders = () => [
  '/usr/sbin',
  ...proxies.flatMap((name) => places.map((place) => join(cached(entryOf(name)), place))),
];

/** Returns the proxies that are neither installed nor in the cache. */
export function missingProxies() {
  if (process.platform !== 'linux' || !hasCommand('apt-get')) return [];
  return proxies.filter(
    (name) => !hasCommand(name) && !existsSync(`/usr/sbin/${name}`) && !existsSync(cached(entryOf(name))),
  );
}

/**
 * Unpacks proxies into the cache, because installing their packages would start a server on port 80 of this computer.
 * An unavailable proxy leaves an empty entry, and its tests are skipped.
 */
export async function fetchProxies(names) {
  await timed(`fetching ${names.join(' and ')} for tests`, async () => {
    for (const name of names) await makeCached(entryOf(name), (draft) => unpack(name, draft));
  });
}

async function unpack(name, draft) {
  const folder = join(draft, 'unpacked');
  mkdirSync(folder);
  try {
    await download(name, draft);
    const file = readdirSync(draft).find((entry) => entry.endsWith('.deb'));
    await run('dpkg', ['-x', join(draft, file), folder]);
  } catch (error) {
    printLine(
      `${name} could not be fetched, so its tests are skipped. To try again, delete ${cached(entryOf(name))}.`,
    );
    printLine(error.message);
  }
  return folder;
}

/** Downloads a package. A new system has no package lists, and only root can update them. */
async function download(name, folder) {
  const fetch = () => run('apt-get', ['download', name], { cwd: folder });
  if (process.getuid() !== 0) return fetch();
  return fetch().catch(async () => {
    await run('apt-get', ['update']);
    return fetch();
  });
}
