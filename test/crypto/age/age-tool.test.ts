import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  createReadStream,
  createWriteStream,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { afterAll, describe, expect, test } from 'vitest';
import { armor, dearmor } from '../../../src/crypto/age/armor.ts';
import { decrypt } from '../../../src/crypto/age/decrypt.ts';
import { type AgeAudience, encrypt } from '../../../src/crypto/age/encrypt.ts';
import { decryptBytes, encryptBytes } from '../../../src/crypto/age/in-memory.ts';
import type { AgeKey } from '../../../src/crypto/age/keys/decryption-key.ts';
import { AgePassphrase } from '../../../src/crypto/age/keys/passphrase.ts';
import { AgeIdentity } from '../../../src/crypto/age/keys/x25519.ts';
import { registrantStanza } from '../../../src/crypto/age/registrant.ts';
import { longIt } from '../../support/random-runs.ts';
import { collect } from './sources.ts';

/** With Debian's `age`, which `npm test` installs. */
const folder = mkdtempSync(join(tmpdir(), 'alcove-age-'));
afterAll(() => rmSync(folder, { recursive: true }));

const age = (...args: string[]) =>
  execFileSync('age', args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });

/** The tool asks for passphrases on a terminal only: `script` is one. */
function ageWithPassphrase(command: string, passphrase: string): void {
  const lines = `${passphrase}\n`.repeat(2);
  execFileSync('script', ['-qec', `age ${command}`, '/dev/null'], {
    cwd: folder,
    input: lines,
    stdio: 'pipe',
  });
}

const write = (name: string, content: Uint8Array | string) => writeFileSync(join(folder, name), content);
const read = (name: string) => readFileSync(join(folder, name));
const encryptFile = (from: string, to: string, audience: AgeAudience) =>
  pipeline(encrypt(createReadStream(join(folder, from)), audience), createWriteStream(join(folder, to)));
const decryptFile = (name: string, key: AgeKey) =>
  collect(decrypt(createReadStream(join(folder, name)), key));

const identity = AgeIdentity.generate();
write('key', `${identity.secretKey()}\n`);

describe.each([0, 1, 65_535, 65_536, 65_537, 1_000_003])('%d bytes', (size) => {
  const plain = randomBytes(size);

  test('encrypted by Alcove are decrypted by age', async () => {
    write('plain', plain);
    await encryptFile('plain', 'ours.age', [AgeIdentity.generate().recipient, identity.recipient]);
    expect(age('-d', '-i', 'key', 'ours.age').equals(plain)).toBe(true);
  });

  test('encrypted by Alcove with a registrant are decrypted by age', async () => {
    const stanza = registrantStanza({ network: 'mainnet', wallet: `0:${'a'.repeat(64)}` });
    write('plain', plain);
    const file = encrypt(createReadStream(join(folder, 'plain')), [identity.recipient], [stanza]);
    await pipeline(file, createWriteStream(join(folder, 'ours.age')));
    expect(age('-d', '-i', 'key', 'ours.age').equals(plain)).toBe(true);
    expect((await decryptFile('ours.age', identity)).equals(plain)).toBe(true);
  });

  test('encrypted by age are decrypted by Alcove', async () => {
    write('plain', plain);
    age(
      '-r',
      `${AgeIdentity.generate().recipient}`,
      '-r',
      `${identity.recipient}`,
      '-o',
      'theirs.age',
      'plain',
    );
    expect((await decryptFile('theirs.age', identity)).equals(plain)).toBe(true);
  });
});

test('accepts a key from age-keygen, with the same recipient', () => {
  const file = execFileSync('age-keygen', { stdio: 'pipe' }).toString();
  const [secret = ''] = /AGE-SECRET-KEY-1\S+/.exec(file) ?? [];
  const [recipient = ''] = /age1\S+/.exec(file) ?? [];
  expect(`${AgeIdentity.parse(secret).recipient}`).toBe(recipient);
  expect(
    execFileSync('age-keygen', ['-y', join(folder, 'key')])
      .toString()
      .trim(),
  ).toBe(`${identity.recipient}`);
});

test('writes the same armor as the age tool', async () => {
  write('ours.txt', armor(await encryptBytes(Buffer.from('small'), [identity.recipient])));
  expect(age('-d', '-i', 'key', 'ours.txt').toString()).toBe('small');
  write('plain', 'small too');
  const theirs = age('-a', '-r', `${identity.recipient}`, 'plain').toString();
  expect(`${await decryptBytes(dearmor(theirs), identity)}`).toBe('small too');
});

longIt('decrypts with a passphrase in both directions', async () => {
  const passphrase = 'eight words that nobody would ever guess';
  write('plain', 'a recovery file');
  await encryptFile('plain', 'ours.age', new AgePassphrase(passphrase));
  ageWithPassphrase('-d -o back ours.age', passphrase);
  expect(read('back').toString()).toBe('a recovery file');
  ageWithPassphrase('-p -o theirs.age plain', passphrase);
  expect(`${await decryptFile('theirs.age', new AgePassphrase(passphrase))}`).toBe('a recovery file');
});

test('encrypts for one key only, according to age', async () => {
  write('plain', 'for somebody else');
  await encryptFile('plain', 'others.age', [AgeIdentity.generate().recipient]);
  expect(() => age('-d', '-i', 'key', 'others.age')).toThrow(/no identity matched/);
});
