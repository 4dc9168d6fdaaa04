import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { safeStorage } from 'electron';
import Store from 'electron-store';
import type { Notice } from '../../src/contract/dashboard-api/administration/monitoring.ts';
import { type ConstantMessageId, type Message, message } from '../../src/contract/messages/message.ts';
import { StartError } from '../core/start-error.ts';

const fileName = 'node-secret';
const secretBytes = 32;
type SecretFile = Store<Record<'backend' | 'sealed', string>>;

interface PlainSecretStore {
  load(): Buffer | undefined;
  save(value: Buffer): void;
}

/**
 * Stores the node's secret in `<dataDir>/secrets/node-secret.sealed`, encrypted by the system's key store; without a
 * key store in a plain file, with a notice.
 */
export class EncryptedSecretStore {
  /** The name of the current key store, undefined if there is none. */
  readonly backend: string | undefined = availableKeyStore();
  readonly #folder: string;
  readonly #encryptedPath: string;
  readonly #plain: PlainSecretStore;

  /** @param plain stores the secret in the file `<dataDir>/secrets/node-secret` */
  constructor(dataDir: string, plain: PlainSecretStore) {
    this.#folder = join(dataDir, 'secrets');
    this.#encryptedPath = join(this.#folder, `${fileName}.sealed`);
    this.#plain = plain;
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    chmodSync(this.#folder, 0o700);
  }

  get notices(): Notice[] {
    if (this.backend !== undefined) return [];
    return [{ code: 'key_unprotected', severity: 'warning', message: message('startup.secretUnprotected') }];
  }

  /** @throws StartError when the secret cannot be decrypted: a new one would be a new identity */
  load(): Buffer | undefined {
    const plain = this.#plain.load();
    if (!existsSync(this.#encryptedPath)) {
      if (plain && this.backend !== undefined) this.save(plain);
      return plain;
    }
    const value = this.#decrypt();
    // The process had ended between encrypting the secret and removing the plain file.
    if (plain?.equals(value)) this.#removePlain();
    return value;
  }

  save(value: Buffer): void {
    if (this.backend === undefined) {
      this.#plain.save(value);
      return;
    }
    const encrypted = safeStorage.encryptString(value.toString('base64')).toString('base64');
    this.#encryptedFile().store = { backend: this.backend, sealed: encrypted };
    if (this.#decrypt().equals(value)) this.#removePlain();
  }

  /** Returns whether the key store of this computer decrypts such a file elsewhere. */
  opens(path: string): boolean {
    try {
      const file = JSON.parse(readFileSync(path, 'utf8')) as Record<'sealed', string>;
      return decrypt(file.sealed).length === secretBytes;
    } catch {
      return false;
    }
  }

  #decrypt(): Buffer {
    let keyStore = message('startup.keyStore');
    try {
      const { store } = this.#encryptedFile();
      keyStore = keyStoreName(store.backend);
      return decrypt(store.sealed);
    } catch (cause) {
      throw new StartError(message('startup.secretLocked', { store: keyStore, path: this.#encryptedPath }), {
        cause,
      });
    }
  }

  #encryptedFile(): SecretFile {
    return new Store({ cwd: this.#folder, name: fileName, fileExtension: 'sealed', configFileMode: 0o600 });
  }

  #removePlain(): void {
    rmSync(join(this.#folder, fileName), { force: true });
  }
}

/** @throws when another key store encrypted it */
const decrypt = (encrypted: string): Buffer =>
  Buffer.from(safeStorage.decryptString(Buffer.from(encrypted, 'base64')), 'base64');

const names: Record<string, ConstantMessageId> = {
  gnome_libsecret: 'startup.keyStoreGnome',
  kwallet: 'startup.keyStoreKwallet',
  kwallet5: 'startup.keyStoreKwallet',
  kwallet6: 'startup.keyStoreKwallet',
  keychain: 'startup.keyStoreMacos',
  dpapi: 'startup.keyStoreWindows',
};

const keyStoreName = (backend: string): Message => message(names[backend] ?? 'startup.keyStore');

/** Returns the key store that safeStorage uses; `basic_text` does not count, because its password is public. */
function availableKeyStore(): string | undefined {
  if (!safeStorage.isEncryptionAvailable()) return undefined;
  if (process.platform === 'darwin') return 'keychain';
  if (process.platform === 'win32') return 'dpapi';
  const backend = safeStorage.getSelectedStorageBackend();
  return backend === 'basic_text' || backend === 'unknown' ? undefined : backend;
}
