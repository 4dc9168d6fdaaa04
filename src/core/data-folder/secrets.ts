import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { MessageError } from '../messages/message.ts';

/** `node-secret`: the 32-byte Ed25519 seed. */
export type SecretName = 'node-secret';

/** Stores a node's secrets. The desktop shell has one encrypted by the system's key store. */
export interface SecretStore {
  load(name: SecretName): Buffer | undefined;
  save(name: SecretName, value: Buffer): void;
}

/** The desktop app encrypted the secret with the system's key store, which only the app can read. */
class KeyStoreSecretError extends MessageError {
  constructor() {
    super('startup.secretOfApp');
  }
}

/** @throws KeyStoreSecretError when only the app can start the node of this folder */
export function refuseKeyStoreSecret(dataDir: string): void {
  if (existsSync(join(dataDir, 'secrets', 'node-secret.sealed'))) throw new KeyStoreSecretError();
}

/** Writes a file atomically, readable only by its owner: temporary file, fsync, rename. */
export function writePrivateFile(path: string, value: Buffer | string): void {
  const temporary = `${path}.${process.pid}.tmp`;
  const file = openSync(temporary, 'w', 0o600);
  try {
    writeSync(file, typeof value === 'string' ? Buffer.from(value) : value);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(temporary, path);
}

/** Stores secrets as files with mode 0600 in `<dataDir>/secrets`, base64. */
export class FileSecretStore implements SecretStore {
  readonly #folder: string;

  constructor(dataDir: string) {
    this.#folder = join(dataDir, 'secrets');
  }

  load(name: SecretName): Buffer | undefined {
    try {
      return Buffer.from(readFileSync(join(this.#folder, name), 'utf8').trim(), 'base64');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
  }

  save(name: SecretName, value: Buffer): void {
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    chmodSync(this.#folder, 0o700);
    writePrivateFile(join(this.#folder, name), `${value.toString('base64')}\n`);
  }
}
