import {
  type BackupPreview,
  deleteBackupRestore,
  getBackupRestore,
  postBackupRestore,
  postBackupRestorePreview,
} from '../../../../src/contract/dashboard-api/administration/backup-restore.ts';
import { useChange } from '../../../lib/api/use-change.ts';
import { useDashboardQuery } from '../../../lib/api/use-dashboard-query.ts';
import { chooseBackupFolder } from '../backup/backup-queries.ts';
import { bodyOf, type OpenedRecovery } from '../recovery-request.ts';

/** A backup in a folder of the system's dialog. */
export interface FoundBackup {
  from: { selection_id: string };
  preview: BackupPreview;
}

/** Returns the running restore. */
export const useBackupRestore = () => useDashboardQuery(['storage', 'backup-restore'], getBackupRestore, {});

/** Asks for a folder and previews its backup; returns undefined when the dialog was cancelled. */
export const useFindBackup = () =>
  useChange('storage', async (node, _: undefined): Promise<FoundBackup | undefined> => {
    const from = await chooseBackupFolder();
    return from && { from, preview: await node.call(postBackupRestorePreview, { body: { from } }) };
  });

export const useRestoreBackup = () =>
  useChange(
    'storage',
    async (node, { from, opened }: { from: FoundBackup['from']; opened?: OpenedRecovery }) =>
      node.call(postBackupRestore, { body: { from, ...(opened && { recovery: await bodyOf(opened) }) } }),
  );

export const useCancelRestore = () => useChange('storage', (node) => node.call(deleteBackupRestore, {}));
