import { exportActivity } from '../../../src/contract/dashboard-api/administration/activity.ts';
import type { NodeClient } from '../../lib/api/node-client.ts';
import { download } from '../../lib/shell/download.ts';
import { shell } from '../../lib/shell/shell.ts';
import { shellRefused } from '../../lib/shell/shell-refused.ts';

/** Saves the activity log as JSON lines: through a dialog in the desktop app, as a download in a browser. */
export async function saveActivity(
  node: NodeClient,
  { redact }: { redact: boolean },
): Promise<{ saved: boolean }> {
  if (shell) return shell.invoke('activity.saveAs', { redact }).catch(shellRefused);
  download(
    await node.download(exportActivity, { query: { redact: redact ? '1' : '0' } }),
    'alcove-activity.ndjson',
  );
  return { saved: true };
}
