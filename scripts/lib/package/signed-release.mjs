import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { signUpdateInfo } from '../../../electron/updates/update-info-signature.ts';
import { SetUpError } from '../console.mjs';

/**
 * Signs every `latest*.yml` of a folder, after checking that the files in it exist and match their hashes.
 * @param keys private Ed25519 keys; each signs
 * @param staging the percentage of users who get the release at first; undefined keeps the current one
 * @returns the names of the signed files
 */
export function signRelease(folder, keys, staging) {
  const names = readdirSync(folder).filter((name) => /^latest.*\.yml$/.test(name));
  if (names.length === 0) {
    throw new SetUpError(`There is no update information in ${folder}.`, 'run npm run package first.');
  }
  for (const name of names) {
    const file = join(folder, name);
    if (staging !== undefined) writeFileSync(file, staged(readFileSync(file, 'utf8'), staging));
    const info = readFileSync(file);
    checkFiles(folder, name, info.toString('utf8'));
    const signatures = keys.map((key) => `${signUpdateInfo(key, name, info)}\n`);
    writeFileSync(`${file}.sig`, signatures.join(''));
  }
  return names;
}

function staged(info, percent) {
  return `${info.replace(/^stagingPercentage:.*\n?/m, '').trimEnd()}\nstagingPercentage: ${percent}\n`;
}

/** electron-builder writes each file as `- url: …` with its `sha512: …` in the next line. */
function checkFiles(folder, name, info) {
  const files = [...info.matchAll(/^ *- url: (.+)\n +sha512: (.+)$/gm)];
  if (files.length === 0) throw new SetUpError(`${name} names no files.`, 'make the release anew.');
  for (const [, url, sha512] of files) {
    const path = join(folder, decodeURIComponent(url));
    const found = existsSync(path) ? createHash('sha512').update(readFileSync(path)).digest('base64') : null;
    if (found === sha512) continue;
    throw new SetUpError(
      `${name} names ${url}, and what is in ${folder} is ${found === null ? 'no such file' : 'another one'}.`,
      'make the release anew: nothing was signed for it.',
    );
  }
}
