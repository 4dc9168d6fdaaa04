import type { EncryptedFileStatus, Encryption } from '../../contract/dashboard-api/content.ts';
import { contentIdOf } from '../../core/content-id.ts';
import type { Encryptions } from './encryption/encryptions.ts';
import type { LicensedContents } from './licensed-contents.ts';

export interface LicensingResponsesOptions {
  licensed: Pick<LicensedContents, 'encrypted'>;
  encryptions: Pick<Encryptions, 'state'>;
  /** Returns the registration of a file, with its address in friendly form. */
  registration: (sha256: Buffer) => { address: string; withdrawn: boolean } | undefined;
}

/** Maps the sale state of a content to responses of the dashboard. */
export class LicensingResponses {
  readonly #options: LicensingResponsesOptions;

  constructor(options: LicensingResponsesOptions) {
    this.#options = options;
  }

  /** Returns the encrypted file; null for a content that is not encrypted. */
  encryptedFile(sha256: Buffer): EncryptedFileStatus | null {
    const encrypted = this.#options.licensed.encrypted(sha256);
    if (!encrypted) return null;
    const registration = this.#options.registration(sha256);
    return {
      content_address: registration?.address ?? null,
      withdrawn: registration?.withdrawn ?? false,
      plain_type: encrypted.contentType,
      plain_size: encrypted.size ?? null,
      key: encrypted.hasKey,
    };
  }

  /** Returns the progress of a sale; null for a content that is not prepared for sale. */
  encryption({ sha256, size }: { sha256: Buffer; size: number }): Encryption | null {
    const encryption = this.#options.encryptions.state(sha256);
    if (!encryption) return null;
    const total = 2 * (encryption.size ?? size);
    return {
      state: encryption.state,
      done_bytes: encryption.state === 'encrypted' ? total : encryption.done,
      size: total,
      encrypted_id: encryption.encrypted && contentIdOf(encryption.encrypted),
      message: encryption.message,
    };
  }
}
