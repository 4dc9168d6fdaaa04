import type { Content } from '../../content/index.ts';
import { nameOf } from '../byte-path.ts';
import type { SeenFile } from '../scan/walk.ts';
import type { FolderContents } from './folder-contents.ts';
import { checkUnchanged, FileChanged, openFile } from './open-file.ts';

const chunkBytes = 512 * 1024;

interface Adding {
  signal: AbortSignal;
  /** Time at which an earlier attempt began, in milliseconds, which may have stored the file. */
  since: number | null;
  onProgress: (bytes: number) => void;
}

/**
 * Streams a file into the store; for a file that was sold, its encrypted file counts, and no plain one is stored.
 * @returns `isOwn`: whether the owner did not have its content before
 * @throws FileChanged where the file changes meanwhile, errors of the system, and those of `Catalogue.store`
 */
export async function addFile(
  root: string,
  seen: SeenFile,
  contents: Pick<FolderContents, 'store' | 'owned' | 'encryptedFileOf'>,
  { signal, since, onProgress }: Adding,
): Promise<{ content: Content; isOwn: boolean }> {
  const file = await openFile(root, seen);
  let wasOwned = false;
  let encryptedFile: Content | undefined;
  // The stream reads one byte more than listed, which shows whether the file grew.
  const source = file.createReadStream({ autoClose: false, end: seen.size, highWaterMark: chunkBytes });
  try {
    const { content } = await contents.store({
      source,
      sizeHint: seen.size,
      fileName: nameOf(seen.path),
      signal,
      onProgress,
      check: async ({ sha256 }) => {
        if (source.bytesRead !== seen.size) throw new FileChanged('The size of the file changed.');
        await checkUnchanged(file, seen);
        wasOwned = contents.owned(sha256) !== undefined;
        encryptedFile = wasOwned ? undefined : contents.encryptedFileOf(sha256);
        if (encryptedFile) throw new SoldFile();
      },
    });
    const isFromEarlierAttempt = since !== null && content.createdAt >= since;
    return { content, isOwn: !wasOwned || isFromEarlierAttempt };
  } catch (error) {
    if (encryptedFile) return { content: encryptedFile, isOwn: false };
    throw error;
  } finally {
    source.destroy();
    await file.close();
  }
}

/** Stops storing a plain file whose encrypted file is stored here. */
class SoldFile extends Error {}
