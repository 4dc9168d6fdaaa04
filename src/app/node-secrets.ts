import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { SecretName, SecretStore } from '../core/data-folder/secrets.ts';
import { MessageError } from '../core/messages/message.ts';

/** The node's secret is missing although its data exists; a new secret would silently make it another node. */
class LostSecretError extends MessageError {
  constructor() {
    super('startup.secretMissing');
  }
}

/**
 * Returns a secret of the node, which is created at the first start.
 * @param mustExist the node has data already, so that a new secret would make it another node
 * @throws LostSecretError
 */
export function secretOf(secrets: SecretStore, name: SecretName, bytes: number, mustExist: boolean): Buffer {
  const known = secrets.load(name);
  if (known?.length === bytes) return known;
  if (mustExist || known) throw new LostSecretError();
  const made = randomBytes(bytes);
  secrets.save(name, made);
  return made;
}

/** Removes the key that earlier versions stored for the dashboard; it is no longer valid. */
export function removeLocalKey(dataDir: string): void {
  for (const name of ['local-key', 'local-key.sealed'])
    rmSync(join(dataDir, 'secrets', name), { force: true });
}
