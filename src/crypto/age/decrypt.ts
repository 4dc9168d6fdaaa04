import { cutIntoChunks } from './chunks.ts';
import { type AgeKey, endsInHeader, openPayload } from './keys/decryption-key.ts';
import { encryptedChunkSize } from './payload.ts';

/**
 * Decrypts an age file while it arrives. An error ends the stream before any byte of its chunk; the bytes before are
 * authentic but incomplete. Every piece has its own buffer.
 * @throws AgeError
 */
export async function* decrypt(file: AsyncIterable<Uint8Array>, key: AgeKey): AsyncGenerator<Uint8Array> {
  const source = file[Symbol.asyncIterator]();
  try {
    const { payload, rest } = await start(source, key);
    let index = 0;
    for await (const { bytes, last } of cutIntoChunks(following(rest, source), encryptedChunkSize)) {
      yield payload.decrypt(bytes, index++, last);
    }
  } finally {
    await source.return?.();
  }
}

async function start(source: AsyncIterator<Uint8Array>, key: AgeKey) {
  let held: Uint8Array = Buffer.alloc(0);
  for (;;) {
    const next = await source.next();
    if (next.done) throw endsInHeader();
    held = Buffer.concat([held, next.value]);
    const unlocked = await openPayload(held, key);
    if (unlocked) return { payload: unlocked.payload, rest: held.subarray(unlocked.payloadAt) };
  }
}

async function* following(first: Uint8Array, source: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield first;
  yield* { [Symbol.asyncIterator]: () => source };
}
