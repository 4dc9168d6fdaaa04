import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { SecretStore } from '../core/data-folder/secrets.ts';
import { MessageError } from '../core/messages/message.ts';
import type { ClusterFile } from '../platform/postgres/cluster-file.ts';

const secretBytes = 32;

/**
 * Returns the secret of the node, which is created at the first start.
 * @param mustExist the node has data already, so that a new secret would make it another node
 * @throws MessageError when it is missing
 */
export function nodeSecretOf(secrets: SecretStore, mustExist: boolean): Buffer {
  const known = secrets.load();
  if (known?.length === secretBytes) return known;
  if (mustExist || known) throw new MessageError('startup.secretMissing');
  const created = randomBytes(secretBytes);
  secrets.save(created);
  return created;
}

/**
 * Returns the secret that all replicas of a node have; the data folder keeps none.
 * @throws MessageError when the folder has another one, since its data would be that of another node
 */
export function clusterSecretOf(
  { nodeSecret }: Pick<ClusterFile, 'nodeSecret'>,
  secrets: SecretStore,
): Buffer {
  const own = secrets.load();
  if (own && !own.equals(nodeSecret)) throw new MessageError('startup.clusterOtherSecret');
  return nodeSecret;
}

/** Removes the key that earlier versions stored for the dashboard; it is no longer valid. */
export function removeLocalKey(dataDir: string): void {
  for (const name of ['local-key', 'local-key.sealed'])
    rmSync(join(dataDir, 'secrets', name), { force: true });
}
