import { link, open, rename, rm } from 'node:fs/promises';
import { numberedPaths } from './file-name.ts';

const codeOf = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : undefined;

/**
 * Moves a file to `target`, or to that path with a number where it is taken. Never replaces a file.
 * @param hardLink fails with `EEXIST` where the path is taken, and otherwise on disks without hard links, such as FAT
 */
export async function moveToFree(from: string, target: string, hardLink = link): Promise<void> {
  for (const path of numberedPaths(target)) {
    try {
      await hardLink(from, path).catch((error: unknown) => {
        if (codeOf(error) === 'EEXIST') throw error;
        return reserve(from, path);
      });
      break;
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error;
    }
  }
  await rm(from, { force: true });
}

/** Creates an empty file, which fails where the path is taken, then replaces that. */
async function reserve(from: string, path: string): Promise<void> {
  await (await open(path, 'wx')).close();
  try {
    await rename(from, path);
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}
