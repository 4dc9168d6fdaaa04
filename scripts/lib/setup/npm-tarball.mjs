import { createHash } from 'node:crypto';
import { createReadStream, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { SetUpError } from '../console.mjs';
import { npm, run } from '../run.mjs';

/**
 * Downloads one published package through npm and unpacks it to `folder`/package.
 * @param spec `name@version`
 * @param integrity the SHA-512 of the tarball as in a lock file, because npm's own check trusts the registry
 */
export async function unpackNpmTarball(spec, integrity, folder) {
  const name = await fetchTarball(spec, folder);
  const file = join(folder, name);
  const actual = await sha512Of(file);
  if (actual !== integrity) {
    throw new SetUpError(
      `${spec} as the npm registry sent it is not what this version of Alcove expects (${actual}).`,
      'do not use it. Find out what answers for the registry: npm config get registry',
    );
  }
  // A relative name, because some versions of tar interpret the `C:` of a path as a host.
  await run('tar', ['-xzf', name], { cwd: folder });
  rmSync(file);
}

async function fetchTarball(spec, folder) {
  try {
    const output = await npm(['pack', spec, '--ignore-scripts', '--silent'], { cwd: folder });
    return output.trim().split('\n').at(-1);
  } catch (error) {
    throw new SetUpError(
      `${spec} could not be fetched. ${error.message}`,
      'check that the npm registry can be reached (npm ping) and that there is room on the disk, then start again.',
    );
  }
}

async function sha512Of(file) {
  const hash = createHash('sha512');
  await pipeline(createReadStream(file), hash);
  return `sha512-${hash.digest('base64')}`;
}
