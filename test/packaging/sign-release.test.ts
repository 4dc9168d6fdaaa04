import { createHash, generateKeyPairSync } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isSignedUpdateInfo } from '../../electron/updates/update-info-signature.ts';
import { signRelease } from '../../scripts/lib/package/signed-release.mjs';

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const spki = publicKey.export({ format: 'der', type: 'spki' }).toString('base64');
const program = Buffer.from('the new version');

let folder: string;
const read = (name: string) => readFileSync(join(folder, name));
const isSigned = (name: string, info = read(name), signature = read(`${name}.sig`).toString()) =>
  isSignedUpdateInfo(spki, name, info, signature);

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'alcove-release-'));
  writeFileSync(join(folder, 'Alcove 1.1.0.AppImage'), program);
  const sha512 = createHash('sha512').update(program).digest('base64');
  // As electron-builder writes it.
  const info = `version: 1.1.0\nfiles:\n  - url: Alcove%201.1.0.AppImage\n    sha512: ${sha512}\n    size: 15\npath: Alcove%201.1.0.AppImage\n`;
  for (const name of ['latest.yml', 'latest-linux.yml']) writeFileSync(join(folder, name), info);
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('the signature of update information', () => {
  it('is created for every platform, and valid for its own file only', () => {
    expect(signRelease(folder, [privateKey]).sort()).toEqual(['latest-linux.yml', 'latest.yml']);
    expect(isSigned('latest.yml')).toBe(true);
    expect(isSigned('latest-linux.yml')).toBe(true);
    expect(isSigned('latest.yml', read('latest.yml'), read('latest-linux.yml.sig').toString())).toBe(false);
  });

  it('fails on any altered byte, of the information or of itself', () => {
    signRelease(folder, [privateKey]);
    const info = read('latest.yml');
    for (let at = 0; at < info.length; at += 1) {
      const altered = Buffer.from(info);
      altered[at] = (altered[at] ?? 0) ^ 1;
      expect(isSigned('latest.yml', altered)).toBe(false);
    }
    const signature = Buffer.from(read('latest.yml.sig').toString(), 'base64');
    for (let at = 0; at < signature.length; at += 1) {
      const altered = Buffer.from(signature);
      altered[at] = (altered[at] ?? 0) ^ 1;
      expect(isSigned('latest.yml', info, altered.toString('base64'))).toBe(false);
    }
    for (const other of ['', 'not base64 at all!', 'AAAA'])
      expect(isSigned('latest.yml', info, other)).toBe(false);
  });

  it('may exist twice, for builds with the old key and for those with the new one', () => {
    const next = generateKeyPairSync('ed25519');
    signRelease(folder, [next.privateKey, privateKey]);
    const [info, signatures] = [read('latest.yml'), read('latest.yml.sig').toString()];
    for (const known of [publicKey, next.publicKey, generateKeyPairSync('ed25519').publicKey]) {
      const key = known.export({ format: 'der', type: 'spki' }).toString('base64');
      const isKnown = known === publicKey || known === next.publicKey;
      expect(isSignedUpdateInfo(key, 'latest.yml', info, signatures)).toBe(isKnown);
    }
  });

  it('covers the percentage of the staged rollout', () => {
    signRelease(folder, [privateKey], 10);
    signRelease(folder, [privateKey], 25);
    expect(
      read('latest.yml')
        .toString()
        .match(/^stagingPercentage: .*$/gm),
    ).toEqual(['stagingPercentage: 25']);
    expect(isSigned('latest.yml')).toBe(true);
  });

  it.each([
    ['another file than it names', (path: string) => writeFileSync(path, 'something else')],
    ['a missing file', (path: string) => rmSync(path)],
  ])('is not created when there is %s', (_, spoil) => {
    spoil(join(folder, 'Alcove 1.1.0.AppImage'));
    expect(() => signRelease(folder, [privateKey])).toThrow('names Alcove%201.1.0.AppImage');
    expect(existsSync(join(folder, 'latest.yml.sig'))).toBe(false);
  });
});

it('an update is refused with a key of another type', () => {
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const key = rsa.publicKey.export({ format: 'der', type: 'spki' }).toString('base64');
  expect(isSignedUpdateInfo(key, 'latest.yml', Buffer.from('x'), Buffer.alloc(256).toString('base64'))).toBe(
    false,
  );
});
