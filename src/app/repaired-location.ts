import type { Notice } from '../contract/dashboard-api/administration/monitoring.ts';
import { message } from '../core/messages/message.ts';
import { NodeError } from '../core/node-error.ts';
import type { SettingsService } from '../features/settings/index.ts';
import type { LocationRepair } from '../platform/blobs/relocation/location-repair.ts';

/** Returns the notice that the location of the stored files was repaired without a loss. */
export function noticeOfRepair(repair: LocationRepair): Notice {
  const { how, folder } = repair;
  if (how === 'marked') {
    return {
      code: 'store_mark_renewed',
      severity: 'warning',
      message: message('startup.storeMarkRenewed', { folder }),
    };
  }
  return {
    code: 'store_move_ended',
    severity: 'warning',
    message: message('startup.storeMoveEnded', { target: repair.notMovedTo, folder }),
  };
}

/** Returns the folder to which the store should be moved; the setting does not restart a cancelled move. */
export function wantedFolder(
  repairs: LocationRepair[],
  live: Pick<SettingsService, 'atStart' | 'check' | 'keep'>,
): string | null {
  const ended = repairs.find(({ how }) => how === 'move_reverted');
  if (!ended) return live.atStart.storage.folder ?? null;
  const edit = { storage: { folder: ended.folder } };
  try {
    live.check(edit);
    live.keep(edit);
  } catch (error) {
    // The command line or the environment fixes the setting, so the next start moves again.
    if (!(error instanceof NodeError)) throw error;
  }
  return ended.folder;
}
