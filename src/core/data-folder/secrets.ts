import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MessageError } from '../messages/message.ts';

/** Stores the 32-byte Ed25519 seed of a node. The desktop shell has one encrypted by the system's key store. */
export interface SecretStore {
  load(): Buffer | undefined;
  save(value: Buffer): void;
  /** Returns whether this store can decrypt the file of an encrypted secret, such as one in a backup. */
  opens?(path: string): boolean;
}

/** @throws MessageError when the app encrypted the secret with the system's key store, which only it can read */
export function refuseKeyStoreSecret(dataDir: string): void {
  const isOfApp = existsSync(join(dataDir, 'secrets', 'node-secret.sealed'));
  if (isOfApp) throw new MessageError('startup.secretOfApp');
}

/** Writes a file atomically, readable only by its owner: temporary file, fsync, rename. */
export function writePrivateFile(path: string, value: Buffer | string): void {
  const temporary = `${path}.${process.pid}.tmp`;
  writeFileSync(temporary, value, { mode: 0o600, flush: true });
  renameSync(temporary, path);
}

/** Stores the secret in `<dataDir>/secrets/node-secret`, mode 0600, base64. */
export class FileSecretStore implements SecretStore {
  readonly #folder: string;

  constructor(dataDir: string) {
    this.#folder = join(dataDir, 'secrets');
  }

  load(): Buffer | undefined {
    try {
      return Buffer.from(readFileSync(join(this.#folder, 'node-secret'), 'utf8').trim(), 'base64');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
  }

  save(value: Buffer): void {
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    chmodSync(this.#folder, 0o700);
    writePrivateFile(join(this.#folder, 'node-secret'), `${value.toString('base64')}\n`);
  }
}
