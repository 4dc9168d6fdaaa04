import { safeStorage } from 'electron';
import { type ConstantMessageId, type Message, message } from '../../src/contract/messages/message.ts';

const names: Record<string, ConstantMessageId> = {
  gnome_libsecret: 'startup.keyStoreGnome',
  kwallet: 'startup.keyStoreKwallet',
  kwallet5: 'startup.keyStoreKwallet',
  kwallet6: 'startup.keyStoreKwallet',
  keychain: 'startup.keyStoreMacos',
  dpapi: 'startup.keyStoreWindows',
};

/** Returns the user-visible name of a key store. */
export const keyStoreName = (backend: string): Message => message(names[backend] ?? 'startup.keyStore');

/**
 * Returns the key store that safeStorage uses, undefined where there is none. `basic_text` does not count: its password is
 * the same for everybody. The app must be ready.
 */
export function availableKeyStore(): string | undefined {
  if (!safeStorage.isEncryptionAvailable()) return undefined;
  if (process.platform === 'darwin') return 'keychain';
  if (process.platform === 'win32') return 'dpapi';
  const backend = safeStorage.getSelectedStorageBackend();
  return backend === 'basic_text' || backend === 'unknown' ? undefined : backend;
}
