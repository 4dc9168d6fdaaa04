import type { Message } from '../../../contract/messages/message.ts';

/** The encrypted file that is registered instead of a plain file. */
export interface EncryptedFile {
  sha256: Buffer;
  /** Size in bytes. */
  size: number;
  /** Media type of the plain bytes. */
  contentType: string;
  /** SHA-256 of the key. */
  keyHash: Buffer;
  /** The public manifest of a collection. */
  publicManifest?: Buffer | undefined;
}

/** Progress of an encryption: bytes encrypted and read back, of twice the size. */
export interface EncryptionState {
  state: 'encrypting' | 'encrypted' | 'failed';
  done: number;
  /** Bytes of all contents of a collection; undefined for any other content. */
  size: number | undefined;
  encrypted: Buffer | null;
  message: Message | null;
}
