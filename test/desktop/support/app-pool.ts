import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keepShell, restore, traces } from './clean-app.ts';
import { end, type LaunchedAlcove, type LaunchedProcess, type LaunchOptions, launch } from './launch.ts';

type Options = Omit<LaunchOptions, 'dataDir'>;

interface KeptApp {
  alcove: LaunchedAlcove;
  /** What the app and its node stored at the start. */
  atStart: string;
}

/**
 * The apps of a worker, each of which serves several files one after another, because a start takes as much processor
 * time as several tests.
 */
export class AppPool {
  readonly #kept = new Map<string, KeptApp>();
  readonly #running = new Map<string, LaunchedProcess>();

  /** Returns an app with these options that has nothing of earlier tests, and starts one if there is none. */
  async take(options: Options): Promise<LaunchedAlcove> {
    const key = JSON.stringify(options);
    const kept = this.#kept.get(key);
    if (kept !== undefined) {
      if (await isAsAtStart(kept)) return kept.alcove;
      this.#kept.delete(key);
      await this.#end(kept.alcove.dataDir);
    }
    const alcove = await this.start(options);
    await alcove.app.evaluate(keepShell);
    this.#kept.set(key, { alcove, atStart: await traces(alcove) });
    return alcove;
  }

  /** Starts an app that the pool only ends. */
  async start(options: Options): Promise<LaunchedAlcove> {
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
async function isAsAtStart({ alcove, atStart }: KeptApp): Promise<boolean> {
  if (alcove.process.exitCode !== null || alcove.process.signalCode !== null || alcove.page.isClosed())
    return false;
  await restore(alcove);
  return (await traces(alcove)) === atStart;
}

export function makeFolder(): string {
  return mkdtempSync(join(tmpdir(), 'alcove-desktop-'));
}

export function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
