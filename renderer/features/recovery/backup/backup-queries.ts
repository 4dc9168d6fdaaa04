import {
  type BackupTarget,
  deleteBackup,
  getBackup,
  postBackup,
} from '../../../../src/contract/dashboard-api/administration/backup.ts';
import { useChange } from '../../../lib/api/use-change.ts';
import { useDashboardQuery } from '../../../lib/api/use-dashboard-query.ts';
import { shell } from '../../../lib/shell/shell.ts';
import { shellRefused } from '../../../lib/shell/shell-refused.ts';

/** Returns the running backup and the last one. */
export const useBackup = () => useDashboardQuery(['storage', 'backup'], getBackup, {});

/** Starts a backup: into the folder of the last one, or into a folder of the system's dialog. */
export function useStartBackup() {
  return useChange('storage', async (node, to: 'again' | 'choose') => {
    const target: BackupTarget | undefined = to === 'again' ? to : await chooseBackupFolder();
    if (target) await node.call(postBackup, { body: { to: target } });
  });
}

export const useCancelBackup = () => useChange('storage', (node) => node.call(deleteBackup, {}));

/** Returns the chosen folder; undefined when the dialog was cancelled. */
export async function chooseBackupFolder(): Promise<{ selection_id: string } | undefined> {
  const chosen = await shell?.invoke('backup.chooseFolder', undefined).catch(shellRefused);
  return chosen?.selection_id ? { selection_id: chosen.selection_id } : undefined;
}
