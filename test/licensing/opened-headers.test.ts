import { Writable } from 'node:stream';
import { expect, it } from 'vitest';
import { encryptBytes } from '../../src/crypto/age/in-memory.ts';
import { AgeIdentity } from '../../src/crypto/age/keys/x25519.ts';
import { OpenedHeaders } from '../../src/features/licensing/opened-headers.ts';
import { sendDecrypted } from '../../src/features/licensing/send-decrypted.ts';
import { randomBytes, randomKey } from '../support/random-bytes.ts';

const identity = AgeIdentity.generate();

/** An age file in memory, with a counter of reads. */
async function made(plain: Uint8Array) {
  const file = await encryptBytes(plain, [identity.recipient]);
  const source = {
    size: file.length,
    reads: 0,
    read: async (position: number, length: number) => {
      source.reads += 1;
      return file.subarray(position, position + length);
    },
  };
  return source;
}

it('reads header and end of a file once, until it finds an error', async () => {
  const plain = randomBytes(500_000);
  const source = await made(plain);
  const files = new OpenedHeaders();
  const name = Buffer.alloc(32);
  const open = () => files.open(name, source, () => identity);
  await open();
  const reads = source.reads;
  const opened = await open();
  expect([opened.size, source.reads]).toEqual([plain.length, reads]);
  const pieces: Uint8Array[] = [];
  for await (const piece of opened.read({ start: 70_000, end: 70_009 })) pieces.push(piece);
  expect(Buffer.concat(pieces).equals(plain.subarray(70_000, 70_010))).toBe(true);
  files.forget(name);
  const before = source.reads;
  await open();
  expect(source.reads).toBe(before + reads);
  await expect(files.open(randomKey(), source, AgeIdentity.generate)).rejects.toThrow('does not open');
});

it('yields to others while it serves a fast reader', async () => {
  const plain = randomBytes(32 * 1024 * 1024);
  const files = new OpenedHeaders();
  const opened = await files.open(Buffer.alloc(32), await made(plain), () => identity);
  let turns = 0;
  const turn = () => {
    turns += 1;
    next = setImmediate(turn);
  };
  let next = setImmediate(turn);
  let received = 0;
  const out = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      received += chunk.length;
      done();
    },
  });
  await sendDecrypted(out, opened, undefined);
  clearImmediate(next);
  expect(received).toBe(plain.length);
  expect(turns).toBeGreaterThan(4);
});
