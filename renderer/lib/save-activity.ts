import { shellRefused } from './content-actions.ts';
import { download } from './download.ts';
import type { NodeClient } from './node-client.ts';
import { shell } from './shell.ts';

/** Saves the activity log as lines of JSON: asks where in the desktop, downloads in a browser. */
export async function saveActivity(
  node: NodeClient,
  { redact }: { redact: boolean },
): Promise<{ saved: boolean }> {
  if (shell) return shell.invoke('activity.saveAs', { redact }).catch(shellRefused);
  download(await node.exportActivity({ redact }), 'alcove-activity.ndjson');
  return { saved: true };
}
