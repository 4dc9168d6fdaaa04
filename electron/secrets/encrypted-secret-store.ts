import { chmodSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { safeStorage } from 'electron';
import Store from 'electron-store';
import type { Notice } from '../../src/contract/dashboard-api/administration/monitoring.ts';
import { message } from '../../src/contract/messages/message.ts';
import { StartError } from '../core/start-error.ts';
import { availableKeyStore, keyStoreName } from './system-key-store.ts';

type SecretName = 'node-secret';
type EncryptedFile = Store<Record<'backend' | 'sealed', string>>;

interface PlainSecretStore {
  load(name: SecretName): Buffer | undefined;
  save(name: SecretName, value: Buffer): void;
}

/**
 * Stores the node's secrets in `<dataDir>/secrets/<name>.sealed`, encrypted by the system's key store. Without a key store
 * they stay in plain files until there is one, and a notice reports this.
 */
export class EncryptedSecretStore {
  /** The name of the current key store, undefined where there is none. */
  readonly backend: string | undefined = availableKeyStore();
  readonly #folder: string;
  readonly #plain: PlainSecretStore;

  /** @param plain stores secrets in the files `<dataDir>/secrets/<name>` */
  constructor(dataDir: string, plain: PlainSecretStore) {
    this.#folder = join(dataDir, 'secrets');
    this.#plain = plain;
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    chmodSync(this.#folder, 0o700);
  }

  get notices(): Notice[] {
    if (this.backend !== undefined) return [];
    return [{ code: 'key_unprotected', severity: 'warning', message: message('startup.secretUnprotected') }];
  }

  /** @throws StartError when the secret cannot be decrypted: a new one would be a new identity */
  load(name: SecretName): Buffer | undefined {
    const plain = this.#plain.load(name);
    if (!existsSync(this.#encryptedPath(name))) {
      if (plain && this.backend !== undefined) this.save(name, plain);
      return plain;
    }
    const value = this.#decrypt(name);
    // The process ended between encrypting the secret and removing the plain file.
    if (plain?.equals(value)) this.#removePlain(name);
    return value;
  }

  save(name: SecretName, value: Buffer): void {
    if (this.backend === undefined) {
      this.#plain.save(name, value);
      return;
    }
    const encrypted = safeStorage.encryptString(value.toString('base64')).toString('base64');
    this.#encryptedFile(name).store = { backend: this.backend, sealed: encrypted };
    if (this.#decrypt(name).equals(value)) this.#removePlain(name);
  }

  #decrypt(name: SecretName): Buffer {
    let keyStore = message('startup.keyStore');
    try {
      const { store } = this.#encryptedFile(name);
      keyStore = keyStoreName(store.backend);
      return Buffer.from(safeStorage.decryptString(Buffer.from(store.sealed, 'base64')), 'base64');
    } catch (cause) {
      throw new StartError(
        message('startup.secretLocked', { store: keyStore, path: this.#encryptedPath(name) }),
        { cause },
      );
    }
  }

  #encryptedFile(name: SecretName): EncryptedFile {
    return new Store({ cwd: this.#folder, name, fileExtension: 'sealed', configFileMode: 0o600 });
  }

  #encryptedPath(name: SecretName): string {
    return join(this.#folder, `${name}.sealed`);
  }

  #removePlain(name: SecretName): void {
    rmSync(join(this.#folder, name), { force: true });
  }
}
