import { createHash } from 'node:crypto';
import { inflateSync } from 'node:zlib';
import * as vectors from 'cctv-age';
import { describe, expect, test } from 'vitest';
import { AgeError } from '../../../src/crypto/age/age-error.ts';
import { dearmor } from '../../../src/crypto/age/armor.ts';
import { decrypt } from '../../../src/crypto/age/decrypt.ts';
import type { AgeKey } from '../../../src/crypto/age/keys/decryption-key.ts';
import { AgePassphrase } from '../../../src/crypto/age/keys/passphrase.ts';
import { AgeIdentity } from '../../../src/crypto/age/keys/x25519.ts';
import { openAge } from '../../../src/crypto/age/open-age.ts';
import { chunkSize } from '../../../src/crypto/age/payload.ts';
import { inMemory, inPieces } from './sources.ts';

/**
 * C2SP/CCTV's files, valid and invalid (0BSD, CC0-1.0 or Unlicense): the conformance test of age
 * implementations.
 */
interface Vector {
  name: string;
  expect: string;
  payload: string | undefined;
  armored: boolean;
  /** Tried one after the other. */
  keys: string[];
  passphrases: string[];
  file: Uint8Array;
}

function readVector([name, bytes]: [string, Uint8Array]): Vector {
  const content = Buffer.from(bytes);
  const end = content.indexOf('\n\n');
  const fields = content.toString('utf8', 0, end).split('\n');
  const all = (key: string) =>
    fields.filter((line) => line.startsWith(`${key}: `)).map((line) => line.slice(key.length + 2));
  const file = content.subarray(end + 2);
  return {
    name,
    expect: all('expect')[0] ?? '',
    payload: all('payload')[0],
    armored: all('armored').length > 0,
    keys: all('identity'),
    passphrases: all('passphrase'),
    file: all('compressed').length > 0 ? inflateSync(file) : file,
  };
}

const codes: Record<string, string[]> = {
  'no match': ['no_matching_key'],
  'HMAC failure': ['altered_header'],
  'header failure': ['malformed_header', 'unsupported_version', 'not_age', 'truncated'],
  'payload failure': ['altered_payload', 'truncated', 'trailing_data'],
  'armor failure': ['malformed_armor'],
};

/** Post-quantum identities are not supported; their stanzas in files for others are. */
const supported = Object.entries(vectors)
  .map(readVector)
  .filter(({ keys }) => !keys.some((key) => key.startsWith('AGE-SECRET-KEY-PQ-')));

function keyOf({ keys, passphrases }: Vector): AgeKey {
  if (passphrases[0] !== undefined) return new AgePassphrase(passphrases[0]);
  return keys[0] === undefined ? AgeIdentity.generate() : AgeIdentity.parse(keys[0]);
}

const sha256 = (pieces: readonly Uint8Array[]) =>
  createHash('sha256').update(Buffer.concat(pieces)).digest('hex');

const endsInWrongPlace = (code: string) => code === 'truncated' || code === 'trailing_data';

/** The plain bytes before the end, and the result. */
async function outcome(vector: Vector, read: (file: Uint8Array, key: AgeKey) => AsyncIterable<Uint8Array>) {
  const given: Uint8Array[] = [];
  try {
    const file = vector.armored ? dearmor(vector.file.toString()) : vector.file;
    for await (const piece of read(file, keyOf(vector))) given.push(piece);
    return { given, code: 'success' };
  } catch (error) {
    if (error instanceof AgeError) return { given, code: error.code };
    throw error;
  }
}

async function* atRandom(file: Uint8Array, key: AgeKey) {
  yield* (await openAge(inMemory(file), key)).read();
}

test('the age test vectors include every expected result', () => {
  expect(supported.length).toBeGreaterThanOrEqual(120);
  expect(new Set(supported.map((vector) => vector.expect))).toEqual(
    new Set(['success', ...Object.keys(codes)]),
  );
});

describe.each(supported)('age test vector $name', (vector) => {
  test('is decrypted as expected from a stream', async () => {
    const { given, code } = await outcome(vector, (file, key) => decrypt(inPieces(file, 1000), key));
    expect(codes[vector.expect] ?? ['success']).toContain(code);
    // The vectors expect an authentic chunk with a wrong end marker before its error; here it is not
    // returned.
    if (endsInWrongPlace(code)) expect(Buffer.concat(given).length % chunkSize).toBe(0);
    else expect(sha256(given)).toBe(vector.payload ?? sha256([]));
  });

  test('is decrypted as expected by reads at offsets', async () => {
    const { given, code } = await outcome(vector, atRandom);
    expect(codes[vector.expect] ?? ['success']).toContain(code);
    if (code === 'success') expect(sha256(given)).toBe(vector.payload);
  });
});
