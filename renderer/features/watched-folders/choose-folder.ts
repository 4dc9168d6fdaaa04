import { postFolderPreview } from '../../../src/contract/dashboard-api/library/watched-folders.ts';
import type { DashboardClient } from '../../lib/api/dashboard-client.ts';
import { shell } from '../../lib/shell/shell.ts';
import { shellRefused } from '../../lib/shell/shell-refused.ts';
import { openWatchDialog } from './watch-dialog.tsx';

/** Opens the system's dialog, then shows the contents of the selected folder. */
export async function chooseFolder(node: DashboardClient): Promise<void> {
  const chosen = await shell?.invoke('watchedFolder.choose', undefined).catch(shellRefused);
  if (!chosen?.selection_id) return;
  const preview = await node.call(postFolderPreview, { body: { selection_id: chosen.selection_id } });
  openWatchDialog(chosen.selection_id, preview);
}
