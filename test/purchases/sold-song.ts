import { createHash } from 'node:crypto';
import type { LicenceFacts } from '../../src/contract/receipt.ts';
import { contentIdOf } from '../../src/core/content-id.ts';
import { formatTonAddress } from '../../src/core/ton/ton-address.ts';
import { encryptBytes } from '../../src/crypto/age/in-memory.ts';
import { AgeIdentity } from '../../src/crypto/age/keys/x25519.ts';
import type { EncryptedLicence } from '../../src/features/purchases/chain-licences.ts';
import { longFile } from '../sharing/sharer.ts';

const sha256Of = (bytes: Uint8Array | string): Buffer => createHash('sha256').update(bytes).digest();
const addressOf = (digit: string, bounceable: boolean): string =>
  formatTonAddress(`0:${digit.repeat(64)}`, { bounceable, testOnly: true });

/** The licence's contract, raw. */
export const licenceAddress = `0:${'2'.repeat(64)}`;

/** A content for sale, as registered by its author. */
export async function soldSong(registered: Partial<LicenceFacts> = {}) {
  const identity = AgeIdentity.generate();
  const plain = longFile(100_000);
  const file = await encryptBytes(plain, [identity.recipient]);
  const encrypted = sha256Of(file);
  const facts: LicenceFacts = {
    network: 'testnet',
    content_address: addressOf('1', true),
    content_id: contentIdOf(encrypted),
    key_hash: sha256Of(identity.secretKey()).toString('hex'),
    licence_address: addressOf('2', true),
    licence: 'listen',
    owner: addressOf('3', false),
    price: '1000000000',
    issued_at: '2026-05-05T09:00:00.000Z',
    transaction: 'cd'.repeat(32),
    ...registered,
  };
  const licence: Omit<EncryptedLicence, 'owner' | 'deliverTo'> = {
    facts,
    encrypted,
    size: file.length,
    contentType: 'audio/mpeg',
  };
  return { identity, plain, file, encrypted, facts, licence };
}

export type SoldSong = Awaited<ReturnType<typeof soldSong>>;
