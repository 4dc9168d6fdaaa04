import { shellRefused } from './content-actions.ts';
import type { NodeClient } from './node-client.ts';
import { shell } from './shell.ts';

/** Saves the activity log as lines of JSON: asks where in the desktop, downloads in a browser. */
export async function saveActivity(
  node: NodeClient,
  { redact }: { redact: boolean },
): Promise<{ saved: boolean }> {
  if (shell) return shell.invoke('activity.saveAs', { redact }).catch(shellRefused);
  const url = URL.createObjectURL(await node.exportActivity({ redact }));
  const link = document.createElement('a');
  link.href = url;
  link.download = 'alcove-activity.ndjson';
  link.click();
  URL.revokeObjectURL(url);
  return { saved: true };
}
