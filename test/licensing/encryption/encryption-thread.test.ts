import { setImmediate } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';
import { describe, expect, it, onTestFinished } from 'vitest';
import { decryptBytes, encryptBytes } from '../../../src/crypto/age/in-memory.ts';
import { AgeIdentity } from '../../../src/crypto/age/keys/x25519.ts';
import { EncryptionThread } from '../../../src/features/licensing/encryption/encryption-thread.ts';
import { randomBytes } from '../../support/random-bytes.ts';
import { sha256 } from '../support/seller.ts';
import { shop, user } from '../support/shop.ts';

const MiB = 1024 * 1024;
const identity = AgeIdentity.generate();
const encryption = {
  type: 'encrypt',
  recipient: identity.recipient.toString(),
  registrant: undefined,
} as const;

/** The threads started from now on. */
function startedThreads(): Worker[] {
  const started: Worker[] = [];
  const note = (worker: Worker) => void started.push(worker);
  process.on('worker', note);
  onTestFinished(() => void process.off('worker', note));
  return started;
}

const hasEnded = ({ threadId }: Worker) => threadId === -1;

/** Chunks in one reused buffer, as when a file is read. */
async function* pieces(bytes: Uint8Array, pieceSize = 300_000): AsyncGenerator<Uint8Array> {
  const memory = Buffer.alloc(pieceSize);
  for (let at = 0; at < bytes.length; at += pieceSize) {
    const piece = memory.subarray(0, Math.min(pieceSize, bytes.length - at));
    piece.set(bytes.subarray(at, at + pieceSize));
    yield piece;
    memory.fill(0);
  }
}

const wholeOf = async (thread: EncryptionThread) => Buffer.concat(await thread.toArray());

describe('an encryption thread', () => {
  it('encrypts, decrypts and hashes its input, and ends', async () => {
    const threads = startedThreads();
    const plain = randomBytes(3 * MiB + 17);
    const file = await wholeOf(new EncryptionThread(encryption, pieces(plain)));
    expect((await decryptBytes(file, identity)).equals(plain)).toBe(true);
    const hashing = { type: 'hash', identity: identity.secretKey() } as const;
    const digest = await wholeOf(new EncryptionThread(hashing, pieces(file)));
    expect(digest.toString('hex')).toBe(sha256(plain));
    expect(threads.map(hasEnded)).toEqual([true, true]);

    file[MiB] = (file[MiB] ?? 0) ^ 1;
    await expect(wholeOf(new EncryptionThread(hashing, pieces(file)))).rejects.toThrow(/was altered/);
    const other = { type: 'hash', identity: AgeIdentity.generate().secretKey() } as const;
    const small = await encryptBytes(plain.subarray(0, 10), [identity.recipient]);
    await expect(wholeOf(new EncryptionThread(other, pieces(small)))).rejects.toThrow(/does not open/);
    expect(threads.map(hasEnded)).toEqual([true, true, true, true]);
  });

  it('applies backpressure, and releases everything when it is destroyed', async () => {
    const threads = startedThreads();
    let given = 0;
    let isOver = false;
    async function* endless() {
      try {
        for (;;) {
          given += MiB / 4;
          yield Buffer.alloc(MiB / 4);
          await setImmediate();
        }
      } finally {
        isOver = true;
      }
    }
    const thread = new EncryptionThread(encryption, endless()).on('error', () => {});
    for await (const _piece of thread) {
      for (let turn = 0; turn < 50_000; turn += 1) await setImmediate();
      break;
    }
    expect(given).toBeLessThan(3 * MiB);
    if (!thread.closed) await new Promise((resolve) => thread.once('close', resolve));
    expect([isOver, threads.map(hasEnded)]).toEqual([true, [true]]);
  });

  it('fails when its source fails', async () => {
    async function* broken() {
      yield randomBytes(MiB);
      throw new Error('the disk is gone');
    }
    await expect(wholeOf(new EncryptionThread(encryption, broken()))).rejects.toThrow('the disk is gone');
  });
});

describe('a large file put up for sale', () => {
  it('is encrypted and read back in threads that end afterwards; a small one needs none', async () => {
    const { store, encryptions } = await shop();
    const [large, small] = [await store(randomBytes(MiB)), await store(randomBytes(1000))];
    const threads = startedThreads();
    await encryptions.encrypt(small, user);
    expect(threads).toEqual([]);
    await encryptions.encrypt(large, user);
    expect(threads.map(hasEnded)).toEqual([true, true]);
  });

  it.each([1, 2])(
    'is unrestricted when thread %i crashes, and is encrypted when requested again',
    async (which) => {
      const { store, encryptions, isRestricted, catalogue } = await shop();
      const plain = await store(randomBytes(MiB));
      const threads = startedThreads();
      const breakDown = (worker: Worker) => void (threads.length === which && worker.terminate());
      process.on('worker', breakDown);
      onTestFinished(() => void process.off('worker', breakDown));
      await expect(encryptions.encrypt(plain, user)).rejects.toThrow(
        'The thread that encrypts files broke down',
      );
      expect(isRestricted(plain)).toBe(false);
      expect(encryptions.state(plain)).toMatchObject({
        state: 'failed',
        message: { reason: 'licensing.encryptionFailed' },
      });
      expect(catalogue.totals().contents).toBe(1);

      const { sha256: encrypted } = await encryptions.encrypt(plain, user);
      expect(catalogue.find(encrypted)).toBeDefined();
      expect(threads.every(hasEnded)).toBe(true);
    },
  );

  it('is not encrypted further after a stop', async () => {
    const { store, encryptions, isEncrypting } = await shop();
    const plain = await store(randomBytes(16 * MiB));
    const threads = startedThreads();
    const refused = expect(encryptions.encrypt(plain, user)).rejects.toMatchObject({ code: 'encrypting' });
    await isEncrypting(plain);
    await encryptions.cancel(plain);
    await refused;
    expect(threads.map(hasEnded)).toEqual([true]);
  });
});
