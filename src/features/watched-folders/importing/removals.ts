import type { Clock } from '../../../core/clock.ts';
import { NodeError } from '../../../core/node-error.ts';
import type { BytePath } from '../byte-path.ts';
import type { KnownFile, WatchedFileRepository } from '../repository/watched-file-repository.ts';
import { vanishedDisks } from '../scan/changes.ts';
import type { FolderContents } from './folder-contents.ts';

interface Removing {
  files: WatchedFileRepository;
  contents: Pick<FolderContents, 'owned' | 'isOfOthers' | 'trash'>;
}

interface RemovalOptions extends Removing {
  clock: Clock;
  /** See `PassOptions`. */
  graceMs: number;
  /** The known files of the folder. */
  all: Iterable<KnownFile>;
  /** Whether files that vanished together are removed, too. */
  acceptsAll: boolean;
  removeEntry: (path: BytePath, sha256: Buffer) => void;
}

/**
 * Moves the contents of files that are missing from a mirrored folder to the trash, unless other users own them, too.
 */
export async function removeMissing(
  folder: number,
  missing: readonly KnownFile[],
  options: RemovalOptions,
): Promise<{ withheld: number; isWaiting: boolean }> {
  const { files, contents, clock, graceMs, acceptsAll, removeEntry } = options;
  const disks = acceptsAll ? new Set<string>() : vanishedDisks(options.all, missing);
  const withheld = missing.filter(({ device }) => disks.has(device));
  const now = clock();
  let isWaiting = false;
  for (const file of missing) {
    const { path, sha256, isOwn, missingSince, device } = file;
    if (disks.has(device)) continue;
    // A program that saves a file may first remove its former version.
    if (!acceptsAll && now - (missingSince ?? now) < graceMs) {
      isWaiting = true;
      continue;
    }
    // A content in the trash keeps its entry, so that it can be restored there.
    const keepsEntry = isOwn && sha256 && !contents.isOfOthers(sha256);
    if (sha256 && (!keepsEntry || files.hasTwin(folder, path, sha256))) removeEntry(path, sha256);
    files.remove(folder, path, sha256 && isOwn ? sha256 : undefined);
  }
  for (const sha256 of files.removals(folder)) await remove(folder, sha256, { files, contents });
  return { withheld: withheld.filter(({ sha256 }) => sha256).length, isWaiting };
}

async function remove(folder: number, sha256: Buffer, { files, contents }: Removing): Promise<void> {
  // The file may have returned, or be in another watched folder.
  if (!files.isWatched(sha256) && contents.owned(sha256)) {
    try {
      await contents.trash(sha256);
    } catch (error) {
      if (!(error instanceof NodeError)) throw error;
      // Other refusals mean that the content must stay, e.g. because it is for sale.
      if (error.code === 'insufficient_storage' || error.code === 'shutting_down') return;
    }
  }
  files.endRemoval(folder, sha256);
}
