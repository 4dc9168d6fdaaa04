import { scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import type { RecoveryDocument } from '../../src/contract/recovery-file.ts';
import { encodeBase64 } from '../../src/crypto/age/base64.ts';
import { encryptBytes } from '../../src/crypto/age/in-memory.ts';
import { AgePassphrase } from '../../src/crypto/age/keys/passphrase.ts';
import { type Stanza, wrapFileKey } from '../../src/crypto/age/stanza.ts';
import { identityFromSeed } from '../../src/crypto/identity.ts';
import { randomKey } from './random-bytes.ts';

/** A passphrase with a chosen work factor, as in files of other age programs. */
class LightPassphrase extends AgePassphrase {
  readonly #passphrase: string;
  readonly #work: number;

  constructor(passphrase: string, work: number) {
    super(passphrase);
    this.#passphrase = passphrase;
    this.#work = work;
  }

  override async wrap(fileKey: Uint8Array): Promise<Stanza> {
    const salt = randomKey(16);
    const label = Buffer.from('age-encryption.org/v1/scrypt');
    const N = 2 ** Math.min(this.#work, 10);
    const derive = promisify<string, Buffer, number, { N: number }, Buffer>(scrypt);
    const wrapKey = await derive(this.#passphrase, Buffer.concat([label, salt]), 32, { N });
    return {
      type: 'scrypt',
      args: [encodeBase64(salt), `${this.#work}`],
      body: wrapFileKey(wrapKey, fileKey),
    };
  }
}

/**
 * Returns a recovery file that opens immediately; opening those of the product takes a second.
 * @param work the work factor in the header, as a power of two; the file opens only if it is at most 10
 */
export const lightRecovery = (document: unknown, passphrase: string, work = 10): Promise<Buffer> =>
  encryptBytes(Buffer.from(JSON.stringify(document)), new LightPassphrase(passphrase.normalize('NFC'), work));

/** Returns the contents of the recovery file of a new node. */
export function recoveryOf(secret: Buffer = randomKey()): RecoveryDocument {
  return {
    alcove_recovery: 1,
    alcove_version: '0.1.0',
    made_at: new Date().toISOString(),
    node: {
      public_key: identityFromSeed(secret).id,
      secret: secret.toString('base64'),
      wallet_words: Array<string>(24).fill('abandon'),
    },
    settings: { file: {}, dashboard: {} },
    rows: {
      content_keys: [],
      receipts: [],
      sealings: [],
      peers: [],
      blocked: [],
      subscriptions: [],
      api_tokens: [],
      owner: [
        { telegram_id: null, username: null, first_name: null, last_name: null, selected_wallet: null },
      ],
      wallets: [],
      share_hosts: [],
      collections: [],
    },
  };
}
