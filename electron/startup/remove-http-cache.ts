import { rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Removes content that earlier versions cached on the disk. Call it before the app is ready. */
export async function removeHttpCache(sessionData: string): Promise<void> {
  await rm(join(sessionData, 'Cache'), { recursive: true, force: true });
}
