import { randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type Aead, loadSodiumAead, nativeAead } from '../src/crypto/age/aead.ts';
import { decrypt } from '../src/crypto/age/decrypt.ts';
import { encrypt } from '../src/crypto/age/encrypt.ts';
import { AgeIdentity } from '../src/crypto/age/keys/x25519.ts';
import { openAge } from '../src/crypto/age/open-age.ts';
import { chunkSize } from '../src/crypto/age/payload.ts';
import { generated } from './blobs-source.ts';
import { interleave, measure } from './lib/measure.ts';
import { peakMemory, resetPeakMemory } from './lib/process-usage.ts';
import type { Report } from './lib/report.ts';
import type { Workbench } from './lib/workbench.ts';

const large = 2 * 1024 ** 3;
const small = large / 8;
const jumps = 1000;
const readSize = 256 * 1024;
const identity = AgeIdentity.generate();
const audience = [identity.recipient];

/** Measures encrypted age files against plain ones in the system's cache, and the memory for a large one. */
export async function run(bench: Workbench, report: Report): Promise<void> {
  const folder = bench.folder('age');
  const file = (name: string) => join(folder, name);
  // Runs first, because remaining memory of the rounds would be counted as well.
  await largeFile(file('large'), report);
  await pipeline(generated(small), createWriteStream(file('plain')));
  await pipeline(encrypt(stream(file('plain')), audience), createWriteStream(file('encrypted')));
  const [plain, encrypted] = [await open(file('plain')), await open(file('encrypted'))];
  const opened = await openAge(await sourceOf(encrypted), identity);
  const at = Array.from({ length: jumps }, () => Math.floor(Math.random() * (small - chunkSize)));
  const speed = (bytes: number, work: () => Promise<void>) => rateOf(bytes / 1e6, work);
  const sodiumAead = loadSodiumAead();
  const rounds = await interleave(
    { rounds: 5, warmUp: true, budgetMs: 60_000 },
    {
      plain: () => speed(small, () => drain(stream(file('plain')))),
      encrypt: () => speed(small, () => drain(encrypt(stream(file('plain')), audience))),
      decrypt: () => speed(small, () => drain(decrypt(stream(file('encrypted')), identity))),
      opened: () => speed(small, () => drain(opened.read())),
      jumpPlain: () => rateOf(jumps, () => each(at, (start) => readAt(plain, start))),
      jump: () => rateOf(jumps, () => each(at, (start) => drain(opened.read({ start, end: start + 999 })))),
      sodium: () => speed(small, async () => encryptAndDecrypt(sodiumAead, small)),
      native: () => speed(small, async () => encryptAndDecrypt(nativeAead, small)),
    },
  );
  await Promise.all([plain.close(), encrypted.close()]);
  report.server('createReadStream, 256 KiB', rounds.plain, 'MB/s');
  report.server('encrypt', rounds.encrypt, 'MB/s');
  report.server('decrypt', rounds.decrypt, 'MB/s');
  report.server('opened for random access, all', rounds.opened, 'MB/s');
  report.ratio('decrypt / createReadStream', rounds.decrypt, rounds.plain);
  report.server('1,000 bytes anywhere, plain', rounds.jumpPlain, '/s');
  report.server('1,000 bytes anywhere, age', rounds.jump, '/s');
  report.server('chunks encrypted and decrypted, native', rounds.native, 'MB/s');
  report.server('chunks encrypted and decrypted, libsodium', rounds.sodium, 'MB/s');
}

/** Encrypts, opens and reads a large file in this process, one step after the other. */
async function largeFile(path: string, report: Report): Promise<void> {
  resetPeakMemory(process.pid);
  await pipeline(encrypt(generated(large), audience), createWriteStream(path));
  const handle = await open(path);
  await drain((await openAge(await sourceOf(handle), identity)).read());
  await handle.close();
  await drain(decrypt(stream(path), identity));
  await rm(path);
  report.goal('memory with 2 GiB', peakMemory(process.pid), 'MiB', { sign: '≤', bound: 160 });
}

const stream = (path: string) => createReadStream(path, { highWaterMark: readSize });

const rateOf = (count: number, work: () => Promise<void>) =>
  measure(process.pid, async () => {
    const began = performance.now();
    await work();
    return { rate: (count * 1000) / (performance.now() - began), requests: 1 };
  });

async function drain(pieces: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const _piece of pieces);
}

async function each(starts: readonly number[], work: (start: number) => Promise<unknown>): Promise<void> {
  for (const start of starts) await work(start);
}

const readAt = (handle: FileHandle, position: number, length = 1000) =>
  handle.read(Buffer.allocUnsafeSlow(length), 0, length, position);

const sourceOf = async (handle: FileHandle) => ({
  size: (await handle.stat()).size,
  read: async (position: number, length: number) => (await readAt(handle, position, length)).buffer,
});

function encryptAndDecrypt(aead: Aead, bytes: number): void {
  const [key, nonce, chunk] = [randomBytes(32), randomBytes(12), randomBytes(chunkSize)];
  for (let done = 0; done < bytes; done += 2 * chunkSize)
    aead.decrypt(key, nonce, aead.encrypt(key, nonce, chunk));
}
