import { hasDatabase } from '../platform/sqlite/database-file.ts';
import { FolderInUseError, lockFolder } from '../platform/sqlite/folder-lock.ts';
import type { AnyControl } from './control-client.ts';

/**
 * Runs a command on a data folder: in the process that holds the folder, or else in this process.
 * @param options `create`: whether to create a node in an empty folder; default: no
 * @throws NoDataError, LostDatabaseError, DamagedDatabaseError
 */
export async function withControl<T>(
  dataDir: string,
  command: (control: AnyControl) => T | Promise<T>,
  options = { create: false },
): Promise<T> {
  const onRunningNode = async () => command((await import('./control-client.ts')).controlClient(dataDir));
  // Loaded on demand, because a command for a running node needs little of the code.
  if (isInUse(dataDir)) return onRunningNode();
  const { onStoppedNode } = await import('./stopped-node.ts');
  return onStoppedNode(dataDir, command, { ...options, onInUse: onRunningNode });
}

function isInUse(dataDir: string): boolean {
  if (!hasDatabase(dataDir)) return false;
  try {
    lockFolder(dataDir).release();
    return false;
  } catch (error) {
    if (error instanceof FolderInUseError) return true;
    throw error;
  }
}
