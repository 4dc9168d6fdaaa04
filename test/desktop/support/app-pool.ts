import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keepShell, restore, traces } from './clean-app.ts';
import { end, type LaunchedAlcove, type LaunchedProcess, type LaunchOptions, launch } from './launch.ts';

/** An app that serves several files. */
interface KeptApp {
  alcove: LaunchedAlcove;
  atStart: string;
  /** Playwright refuses to navigate a page once a frame in it has crashed, such as that of a hostile file. */
  hasCrashed: boolean;
}

/** The apps of a worker, or of one file. */
export class AppPool {
  readonly #running = new Map<string, LaunchedProcess>();
  #kept: KeptApp | undefined;

  /**
   * Returns an app without options that has nothing of earlier tests. One app serves several files one after another,
   * because a start takes as much processor time as several tests.
   */
  async take(): Promise<LaunchedAlcove> {
    if (this.#kept !== undefined && !(await isAsAtStart(this.#kept))) {
      const { alcove } = this.#kept;
      this.#kept = undefined;
      await this.#end(alcove.dataDir);
    }
    this.#kept ??= await this.#startKept();
    const kept = this.#kept;
    kept.alcove.page.once('crash', () => {
      kept.hasCrashed = true;
    });
    return kept.alcove;
  }

  async #startKept(): Promise<KeptApp> {
    const alcove = await this.start({});
    await alcove.app.evaluate(keepShell);
    return { alcove, atStart: await traces(alcove), hasCrashed: false };
  }

  async start(options: Omit<LaunchOptions, 'dataDir'>): Promise<LaunchedAlcove> {
    const dataDir = makeFolder();
    return launch({ ...options, dataDir }, (running) => this.#running.set(dataDir, running));
  }

  /** Ends all apps, also those whose start failed. */
  async endAll(): Promise<void> {
    await Promise.all([...this.#running.keys()].map((dataDir) => this.#end(dataDir)));
  }

  async #end(dataDir: string): Promise<void> {
    const running = this.#running.get(dataDir);
    this.#running.delete(dataDir);
    if (running) await end(running);
    removeFolder(dataDir);
  }
}

/** Removes what tests left, and returns whether nothing remains. */
async function isAsAtStart({ alcove, atStart, hasCrashed }: KeptApp): Promise<boolean> {
  const { process: child, page } = alcove;
  if (child.exitCode !== null || child.signalCode !== null || page.isClosed() || hasCrashed) return false;
  await restore(alcove);
  return (await traces(alcove)) === atStart;
}

export function makeFolder(): string {
  return mkdtempSync(join(tmpdir(), 'alcove-desktop-'));
}

export function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
