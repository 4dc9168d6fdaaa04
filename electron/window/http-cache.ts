import { rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Removes what earlier versions kept of the contents that their window showed. To be called before the app is ready. */
export async function forgetHttpCache(sessionData: string): Promise<void> {
  await rm(join(sessionData, 'Cache'), { recursive: true, force: true });
}
