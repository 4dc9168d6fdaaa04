import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { AgeError } from '../../../src/crypto/age/age-error.ts';
import { decrypt } from '../../../src/crypto/age/decrypt.ts';
import { encodeHeader, encodeSigned, maxHeaderBytes } from '../../../src/crypto/age/header.ts';
import { encryptBytes } from '../../../src/crypto/age/in-memory.ts';
import { AgeIdentity } from '../../../src/crypto/age/keys/x25519.ts';
import { openAge } from '../../../src/crypto/age/open-age.ts';
import { chunkSize, encryptedChunkSize } from '../../../src/crypto/age/payload.ts';
import { collect, inMemory, inPieces } from './sources.ts';

const identity = AgeIdentity.generate();
const headerSize = 168;
const payloadAt = headerSize + 16;

/** The plain bytes that a reader receives before the error, and the error. */
async function read(file: Uint8Array) {
  const given: Uint8Array[] = [];
  try {
    for await (const piece of decrypt(inPieces(file, 70_000), identity)) given.push(piece);
  } catch (error) {
    if (error instanceof AgeError) return { given: Buffer.concat(given), code: error.code };
    throw error;
  }
  return { given: Buffer.concat(given), code: 'read to the end' };
}

const openAndRead = async (file: Uint8Array) =>
  collect((await openAge(inMemory(file), identity)).read()).then(
    () => 'read to the end',
    () => 'opened',
  );
const open = (file: Uint8Array) =>
  openAndRead(file).catch((error) => (error instanceof AgeError ? error.code : String(error)));

const encrypted = (plain: Uint8Array) => encryptBytes(plain, [identity.recipient]);

describe('a small file', () => {
  const whole = encrypted(randomBytes(100));

  test('is rejected with any byte altered', async () => {
    const file = await whole;
    for (let at = 0; at < file.length; at++) {
      for (const flip of [0x01, 0x80]) {
        const altered = Buffer.from(file);
        altered[at] = (file[at] ?? 0) ^ flip;
        const { given, code } = await read(altered);
        expect({ at, code, given: given.length }).not.toMatchObject({ code: 'read to the end' });
        expect(given).toHaveLength(0);
        expect({ at, code: await open(altered) }).not.toMatchObject({
          code: expect.stringMatching(/read|opened/),
        });
        if (at >= headerSize) expect(code).toBe('altered_payload');
      }
    }
  });

  test('is rejected when truncated at any byte', async () => {
    const file = await whole;
    for (let size = 0; size < file.length; size++) {
      const { given, code } = await read(file.subarray(0, size));
      expect({ size, code }).toEqual({ size, code: size < payloadAt ? 'truncated' : 'altered_payload' });
      expect(given).toHaveLength(0);
      expect(['truncated', 'altered_payload']).toContain(await open(file.subarray(0, size)));
    }
  });

  test('is rejected with bytes after its end', async () => {
    for (const more of [1, 16, 17, 1000, encryptedChunkSize, 2 * encryptedChunkSize]) {
      const longer = Buffer.concat([await whole, randomBytes(more)]);
      expect((await read(longer)).code).toBe('altered_payload');
      expect(['altered_payload', 'truncated']).toContain(await open(longer));
    }
  });
});

describe('a file of several chunks', () => {
  const plain = randomBytes(4 * chunkSize);
  const whole = encrypted(plain);
  const chunk = (file: Buffer, index: number) =>
    file.subarray(payloadAt + index * encryptedChunkSize, payloadAt + (index + 1) * encryptedChunkSize);
  const withChunks = (file: Buffer, ...order: number[]) =>
    Buffer.concat([file.subarray(0, payloadAt), ...order.map((index) => chunk(file, index))]);

  test('is the input of the other cases', async () => {
    expect(withChunks(await whole, 0, 1, 2, 3).equals(await whole)).toBe(true);
  });

  test.each([
    { order: [1, 0, 2, 3], good: 0, code: 'altered_payload', opens: true },
    { order: [0, 2, 1, 3], good: 1, code: 'altered_payload', opens: true },
    { order: [0, 1, 1, 3], good: 2, code: 'altered_payload', opens: true },
    { order: [0, 1, 3, 2], good: 2, code: 'altered_payload', opens: false },
    { order: [0, 1, 3], good: 2, code: 'altered_payload', opens: false },
    { order: [1, 2, 3], good: 0, code: 'altered_payload', opens: false },
    { order: [0, 1, 2], good: 2, code: 'truncated', opens: false },
    { order: [0], good: 0, code: 'truncated', opens: false },
    { order: [0, 1, 2, 3, 3], good: 3, code: 'trailing_data', opens: false },
    { order: [0, 1, 2, 3, 0], good: 3, code: 'trailing_data', opens: false },
  ])('is rejected with chunks $order', async ({ order, good, code, opens }) => {
    const file = withChunks(await whole, ...order);
    const result = await read(file);
    expect(result.code).toBe(code);
    expect(result.given.equals(plain.subarray(0, good * chunkSize))).toBe(true);
    if (opens) expect(await open(file)).toBe('opened');
    else expect(['truncated', 'altered_payload']).toContain(await open(file));
  });

  test('is rejected with chunks of another file with the same keys', async () => {
    const file = await whole;
    const other = await encrypted(plain);
    const mixed = Buffer.concat([
      file.subarray(0, payloadAt),
      chunk(file, 0),
      other.subarray(payloadAt + encryptedChunkSize),
    ]);
    expect(await read(mixed)).toMatchObject({ code: 'altered_payload', given: plain.subarray(0, chunkSize) });
    expect(await open(mixed)).toBe('altered_payload');
  });

  test('returns nothing of a chunk that has changed since it was opened', async () => {
    const file = Buffer.from(await whole);
    const opened = await openAge(inMemory(file), identity);
    const at = payloadAt + 2 * encryptedChunkSize + 500;
    file[at] = (file[at] ?? 0) ^ 1;
    const given: Uint8Array[] = [];
    const reading = async () => {
      for await (const piece of opened.read({ start: 10, end: plain.length - 1 })) given.push(piece);
    };
    await expect(reading()).rejects.toMatchObject({ code: 'altered_payload' });
    expect(Buffer.concat(given).equals(plain.subarray(10, 2 * chunkSize))).toBe(true);
  });

  test('is rejected when it was truncated after it was opened', async () => {
    let file: Buffer = await whole;
    const opened = await openAge(
      { size: file.length, read: async (position, length) => file.subarray(position, position + length) },
      identity,
    );
    file = file.subarray(0, payloadAt + 100);
    await expect(collect(opened.read())).rejects.toMatchObject({ code: 'truncated' });
  });
});

describe('a malicious header', () => {
  const mac = Buffer.alloc(32);
  const header = (stanzas: { type: string; args: string[]; body: Uint8Array }[]) =>
    Buffer.concat([Buffer.from(encodeHeader(encodeSigned(stanzas), mac)), Buffer.alloc(100)]);
  const unknown = { type: 'unknown', args: ['x'.repeat(100)], body: Buffer.alloc(100) };

  test('without an end is rejected early', async () => {
    let taken = 0;
    async function* tooLong() {
      yield Buffer.from('age-encryption.org/v1\n');
      while (taken < 1e6) {
        taken += 1000;
        yield Buffer.alloc(1000, '-> x\n');
      }
    }
    await expect(collect(decrypt(tooLong(), identity))).rejects.toMatchObject({ code: 'malformed_header' });
    expect(taken).toBeLessThan(maxHeaderBytes + 2000);
  });

  test.each([
    [
      'more than 100 stanzas',
      Array.from({ length: 101 }, () => ({ type: 'a', args: [], body: Buffer.alloc(0) })),
    ],
    ['more than 32 KiB', Array.from({ length: 99 }, () => ({ ...unknown, body: Buffer.alloc(300) }))],
    ['none', []],
  ])('is rejected with %s', async (_what, stanzas) => {
    expect((await read(header(stanzas))).code).toBe('malformed_header');
    expect(await open(header(stanzas))).toBe('malformed_header');
  });

  test('of unknown stanzas is for another identity', async () => {
    expect((await read(header(Array.from({ length: 90 }, () => unknown)))).code).toBe('no_matching_key');
  });

  test('of another file type is recognised by its first bytes', async () => {
    expect((await read(Buffer.from('PK\x03\x04'))).code).toBe('not_age');
    expect((await read(randomBytes(100_000))).code).toBe('not_age');
    expect((await read(Buffer.from('age-encryption.org/v2\n'))).code).toBe('unsupported_version');
    expect((await read(Buffer.alloc(0))).code).toBe('truncated');
    expect(await open(Buffer.alloc(0))).toBe('truncated');
  });
});
