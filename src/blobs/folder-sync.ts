import { open } from 'node:fs/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** Makes the names in a folder durable. Windows has no such call, and keeps names in its journal. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Lets callers that come in one turn of the event loop share one sync of their folder. */
export class FolderSync {
  readonly #waiting = new Map<string, Promise<void>>();

  /** Resolves when every change of this folder that was made before the call is durable. */
  sync(folder: string): Promise<void> {
    const waiting = this.#waiting.get(folder);
    if (waiting) return waiting;
    const started = this.#syncSoon(folder);
    this.#waiting.set(folder, started);
    return started;
  }

  async #syncSoon(folder: string): Promise<void> {
    await nextTurn();
    this.#waiting.delete(folder);
    await syncFolder(folder);
  }
}
