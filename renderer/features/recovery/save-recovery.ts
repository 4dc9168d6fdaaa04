import { postRecovery } from '../../../src/contract/dashboard-api/administration/recovery.ts';
import type { NodeClient } from '../../lib/api/node-client.ts';
import { download } from '../../lib/shell/download.ts';
import { shell } from '../../lib/shell/shell.ts';
import { shellRefused } from '../../lib/shell/shell-refused.ts';

/** Creates and saves a recovery file: through a dialog in the desktop app, as a download in a browser. */
export async function saveRecovery(node: NodeClient, passphrase: string): Promise<{ saved: boolean }> {
  const name = `alcove-${new Date().toISOString().slice(0, 10)}.recovery`;
  if (shell) return shell.invoke('recovery.saveAs', { passphrase, name }).catch(shellRefused);
  download(await node.download(postRecovery, { body: { passphrase } }), name);
  return { saved: true };
}
