import { safeStorage } from 'electron';

const names: Record<string, string> = {
  gnome_libsecret: 'the GNOME keyring',
  kwallet: 'KWallet',
  kwallet5: 'KWallet',
  kwallet6: 'KWallet',
  keychain: 'the macOS keychain',
  dpapi: 'Windows data protection',
};

/** What to call a key store when speaking to a person. */
export const keyStoreName = (backend: string): string => names[backend] ?? backend;

/**
 * The key store of this session that safeStorage seals with, undefined where there is none. Electron's
 * `basic_text` is none: its password is the same for everybody. To be called once the app is ready.
 */
export function keyStoreOfSession(): string | undefined {
  if (!safeStorage.isEncryptionAvailable()) return undefined;
  if (process.platform === 'darwin') return 'keychain';
  if (process.platform === 'win32') return 'dpapi';
  const backend = safeStorage.getSelectedStorageBackend();
  return backend === 'basic_text' || backend === 'unknown' ? undefined : backend;
}
