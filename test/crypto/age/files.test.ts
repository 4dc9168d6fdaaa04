import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decrypt } from '../../../src/crypto/age/decrypt.ts';
import { encrypt, encryptedSize } from '../../../src/crypto/age/encrypt.ts';
import { decryptBytes, encryptBytes } from '../../../src/crypto/age/in-memory.ts';
import { AgePassphrase } from '../../../src/crypto/age/keys/passphrase.ts';
import { AgeIdentity } from '../../../src/crypto/age/keys/x25519.ts';
import { openAge } from '../../../src/crypto/age/open-age.ts';
import { chunkSize, encryptedPayloadSize, plainPayloadSize } from '../../../src/crypto/age/payload.ts';
import { randomRuns } from '../../support/random-runs.ts';
import { collect, inMemory, inPieces } from './sources.ts';

const identity = AgeIdentity.generate();
const audience = [identity.recipient];
const notable = [
  0,
  1,
  chunkSize - 1,
  chunkSize,
  chunkSize + 1,
  2 * chunkSize,
  3 * chunkSize,
  3 * chunkSize + 5,
];

/** Sizes around the limits of chunks, and others. */
const sizes = fc.oneof(
  fc.constantFrom(...notable),
  fc.nat({ max: 9 }).map((chunks) => chunks * chunkSize),
  fc.nat({ max: 400_000 }),
);
const pieceSizes = fc.oneof(
  fc.constantFrom(1000, 4096, chunkSize, chunkSize + 16, 262_144),
  fc.integer({ min: 500, max: 300_000 }),
);

describe('encrypted bytes', () => {
  test.each(notable)('are decrypted, and have the computed size: %d bytes', async (size) => {
    const plain = randomBytes(size);
    const file = await encryptBytes(plain, audience);
    expect(file.length).toBe(encryptedSize(size, audience));
    expect(await decryptBytes(file, identity)).toEqual(plain);
    const opened = await openAge(inMemory(file), identity);
    expect(opened.size).toBe(size);
    expect(await collect(opened.read())).toEqual(plain);
  });

  test('are decrypted with any chunking', async () => {
    const property = fc.asyncProperty(sizes, pieceSizes, pieceSizes, async (size, cut, cutAgain) => {
      const plain = randomBytes(size);
      const file = await collect(encrypt(inPieces(plain, cut), audience));
      expect(file.length).toBe(encryptedSize(size, audience));
      const back = await collect(decrypt(inPieces(file, cutAgain), identity));
      expect(back.equals(plain)).toBe(true);
    });
    await fc.assert(property, { numRuns: randomRuns(40) });
  });

  test('differ for each encryption', async () => {
    const plain = Buffer.alloc(100);
    const [one, other] = [await encryptBytes(plain, audience), await encryptBytes(plain, audience)];
    expect(one.subarray(-116).equals(other.subarray(-116))).toBe(false);
  });

  test('can be decrypted by each of several recipients, and by nobody else', async () => {
    const friends = Array.from({ length: 3 }, () => AgeIdentity.generate());
    const recipients = friends.map(({ recipient }) => recipient);
    const file = await encryptBytes(Buffer.from('for three'), recipients);
    expect(file.length).toBe(encryptedSize(9, recipients));
    for (const friend of friends) expect(`${await decryptBytes(file, friend)}`).toBe('for three');
    await expect(decryptBytes(file, identity)).rejects.toMatchObject({ code: 'no_matching_key' });
    await expect(openAge(inMemory(file), identity)).rejects.toMatchObject({ code: 'no_matching_key' });
    await expect(encryptBytes(Buffer.alloc(1), [])).rejects.toThrow('nobody');
  });

  test('with a passphrase can be decrypted by it alone', async () => {
    const passphrase = new AgePassphrase('pāssphrase with spaces');
    const file = await encryptBytes(Buffer.from('keys'), passphrase);
    expect(`${file}`).toMatch(/^-> scrypt \S{22} 18$/m);
    expect(file.length).toBe(encryptedSize(4, passphrase));
    expect(`${await decryptBytes(file, new AgePassphrase('pāssphrase with spaces'))}`).toBe('keys');
    await expect(decryptBytes(file, new AgePassphrase('passphrase'))).rejects.toMatchObject({
      code: 'no_matching_key',
    });
    await expect(decryptBytes(file, identity)).rejects.toMatchObject({ code: 'no_matching_key' });
  });

  test('have sizes that can be computed both ways', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          sizes,
          fc.maxSafeNat().map((size) => Math.floor(size / 2)),
        ),
        (size) => {
          expect(plainPayloadSize(encryptedPayloadSize(size))).toBe(size);
        },
      ),
    );
    for (const none of [0, 15, chunkSize + 17, chunkSize + 32, 2 * chunkSize + 40]) {
      expect(() => plainPayloadSize(none)).toThrow(expect.objectContaining({ code: 'truncated' }));
    }
  });

  test('are not read further than requested', async () => {
    let closed = 0;
    async function* endless() {
      try {
        for (;;) yield Buffer.alloc(100_000);
      } finally {
        closed++;
      }
    }
    const encrypted = encrypt(endless(), audience);
    for await (const _piece of encrypted) break;
    for await (const _plain of decrypt(encrypt(endless(), audience), identity)) break;
    expect(closed).toBe(1);
    const someFile = await encryptBytes(Buffer.alloc(10), audience);
    async function* refused() {
      try {
        for (;;) yield someFile;
      } finally {
        closed++;
      }
    }
    await expect(collect(decrypt(refused(), AgeIdentity.generate()))).rejects.toMatchObject({
      code: 'no_matching_key',
    });
    expect(closed).toBe(2);
    const reader = encrypt(endless(), audience);
    await reader.next();
    await reader.next();
    await reader.return(undefined);
    expect(closed).toBe(3);
  });
});

describe('a range', () => {
  const plain = randomBytes(5 * chunkSize + 777);
  const opened = encryptBytes(plain, audience).then((file) => openAge(inMemory(file), identity));

  test('matches the plain bytes', async () => {
    const limits = fc.oneof(
      fc.nat({ max: plain.length - 1 }),
      fc
        .tuple(fc.nat({ max: 5 }), fc.integer({ min: -1, max: 1 }))
        .map(([n, off]) => Math.max(0, n * chunkSize + off)),
      fc.constant(plain.length - 1),
    );
    const property = fc.asyncProperty(limits, limits, async (one, other) => {
      const [start, end] = [Math.min(one, other), Math.max(one, other)];
      const read = await collect((await opened).read({ start, end }));
      expect(read.equals(plain.subarray(start, end + 1))).toBe(true);
    });
    await fc.assert(property, { numRuns: randomRuns(100) });
  });

  test('can be read by several readers at once', async () => {
    const file = await opened;
    const starts = [0, 1, chunkSize, 3 * chunkSize + 9];
    const read = await Promise.all(
      starts.map((start) => collect(file.read({ start, end: plain.length - 1 }))),
    );
    for (const [at, start] of starts.entries()) expect(read[at]?.equals(plain.subarray(start))).toBe(true);
  });

  test.each([
    [-1, 5],
    [6, 5],
    [0, plain.length],
    [Number.NaN, 5],
  ])('from %d to %d is rejected', async (start, end) => {
    await expect(collect((await opened).read({ start, end }))).rejects.toThrow(RangeError);
  });

  test('reads only the required part of the file', async () => {
    const file = await encryptBytes(plain, audience);
    const whole = inMemory(file);
    let asked = 0;
    const source = {
      size: whole.size,
      read: (position: number, length: number) => {
        asked += length;
        return whole.read(position, length);
      },
    };
    const counted = await openAge(source, identity);
    asked = 0;
    await collect(counted.read({ start: 2 * chunkSize, end: 3 * chunkSize - 1 }));
    expect(asked).toBe(chunkSize + 16);
  });

  test('of an empty file is empty', async () => {
    const empty = await openAge(inMemory(await encryptBytes(Buffer.alloc(0), audience)), identity);
    expect(await collect(empty.read())).toHaveLength(0);
    await expect(collect(empty.read({ start: 0, end: 0 }))).rejects.toThrow(RangeError);
  });
});
