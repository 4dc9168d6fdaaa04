import { randomBytes } from 'node:crypto';
import { cutIntoChunks } from './chunks.ts';
import { headerMac } from './derived-keys.ts';
import { encodeHeader, encodeSigned } from './header.ts';
import type { AgePassphrase } from './keys/passphrase.ts';
import type { AgeRecipient } from './keys/x25519.ts';
import { chunkSize, encryptedPayloadSize, Payload, payloadNonceSize } from './payload.ts';
import { fileKeySize, type Stanza } from './stanza.ts';

/** Who can decrypt a file: at least one recipient, or everyone with the passphrase. */
export type AgeAudience = readonly AgeRecipient[] | AgePassphrase;

/**
 * Encrypts to an age file (version 1, c2sp.org/age) while plain bytes arrive. Every piece has its own buffer. Each call
 * uses a new file key.
 * @param extra stanzas that the header contains besides those of the audience
 */
export async function* encrypt(
  plain: AsyncIterable<Uint8Array>,
  audience: AgeAudience,
  extra: readonly Stanza[] = [],
): AsyncGenerator<Uint8Array> {
  const fileKey = randomBytes(fileKeySize);
  const signed = encodeSigned([...(await wrapFor(audience, fileKey)), ...extra]);
  const nonce = randomBytes(payloadNonceSize);
  yield Buffer.concat([Buffer.from(encodeHeader(signed, headerMac(fileKey, Buffer.from(signed)))), nonce]);
  const payload = new Payload(fileKey, nonce);
  let index = 0;
  for await (const { bytes, last } of cutIntoChunks(plain, chunkSize)) {
    yield payload.encrypt(bytes, index++, last);
  }
}

/** Returns the size of the file that `encrypt` makes of `plainSize` bytes. */
export function encryptedSize(
  plainSize: number,
  audience: AgeAudience,
  extra: readonly Stanza[] = [],
): number {
  const stanzas = isPassphrase(audience) ? [audience] : audience;
  const stanzaSizes = stanzas.reduce((sum, { stanzaSize }) => sum + stanzaSize, 0);
  const otherSize = encodeHeader(encodeSigned(extra), new Uint8Array(32)).length;
  return otherSize + stanzaSizes + payloadNonceSize + encryptedPayloadSize(plainSize);
}

async function wrapFor(audience: AgeAudience, fileKey: Uint8Array): Promise<Stanza[]> {
  if (isPassphrase(audience)) return [await audience.wrap(fileKey)];
  if (audience.length === 0) throw new RangeError('a file that nobody can open is of no use');
  return audience.map((recipient) => recipient.wrap(fileKey));
}

const isPassphrase = (audience: AgeAudience): audience is AgePassphrase => !Array.isArray(audience);
