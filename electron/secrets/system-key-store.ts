import { safeStorage } from 'electron';

const names: Record<string, string> = {
  gnome_libsecret: 'the GNOME keyring',
  kwallet: 'KWallet',
  kwallet5: 'KWallet',
  kwallet6: 'KWallet',
  keychain: 'the macOS keychain',
  dpapi: 'Windows data protection',
};

/** Returns the user-visible name of a key store. */
export const keyStoreName = (backend: string): string => names[backend] ?? backend;

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
