import { shellRefused } from './content-actions.ts';
import { download } from './download.ts';
import type { NodeClient } from './node-client.ts';
import { shell } from './shell.ts';

/** Makes a recovery file and saves it: asks where in the desktop, downloads in a browser. */
export async function saveRecovery(node: NodeClient, passphrase: string): Promise<{ saved: boolean }> {
  const name = `alcove-${new Date().toISOString().slice(0, 10)}.recovery`;
  if (shell) return shell.invoke('recovery.saveAs', { passphrase, name }).catch(shellRefused);
  download(await node.makeRecovery(passphrase), name);
  return { saved: true };
}
