import { rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Removes the content that earlier versions cached. Call it before the app is ready. */
export async function removeHttpCache(sessionData: string): Promise<void> {
  await rm(join(sessionData, 'Cache'), { recursive: true, force: true });
}
