import { type ChildProcess, spawn } from 'node:child_process';
import { type ElectronApplication, expect, type Page } from '@playwright/test';
import { AppPool, makeFolder, removeFolder } from './app-pool.ts';
import { electronCommand } from './electron-command.ts';
import { emptyLibrary } from './empty-library.ts';
import { testOnHiddenDisplay } from './hidden-display.ts';
import {
  end,
  type LaunchedAlcove,
  type LaunchedProcess,
  type LaunchOptions,
  launch,
  startElectron,
  watched,
  withoutDesktop,
} from './launch.ts';

export type { LaunchedAlcove } from './launch.ts';

interface Fixtures {
  /** Returns a folder that is removed after the test. */
  temporaryFolder: () => string;
  /** Gives an app that may have served other tests, with the state of a new node, as `sharedAlcove`. */
  takeAlcove: () => Promise<LaunchedAlcove>;
  launchAlcove: (options?: LaunchOptions) => Promise<LaunchedAlcove>;
  /** Starts the app without a window, if possible. */
  launchHidden: (options?: Pick<LaunchOptions, 'dataDir' | 'environment'>) => Promise<ElectronApplication>;
  /** Starts the app without Playwright, for events before the first window. */
  spawnAlcove: (options: { dataDir: string; args?: string[]; appFolder?: string }) => Promise<SpawnedAlcove>;
}

export interface SpawnedAlcove {
  process: ChildProcess;
  /** Returns its stderr so far. */
  errors(): string;
  /** The exit code, null after a signal. */
  exited: Promise<number | null>;
}

export const test = testOnHiddenDisplay.extend<Fixtures, { apps: AppPool }>({
  apps: [
    async ({ hiddenDisplay: _ }, use) => {
      const apps = new AppPool();
      await use(apps);
      await apps.endAll();
    },
    { scope: 'worker' },
  ],

  temporaryFolder: async ({}, use) => {
    const made: string[] = [];
    await use(() => {
      const folder = makeFolder();
      made.push(folder);
      return folder;
    });
    for (const folder of made) removeFolder(folder);
  },

  takeAlcove: async ({ apps }, use) => {
    const scripts: InitScript[] = [];
    let alcove: LaunchedAlcove | undefined;
    await use(async () => {
      alcove = await apps.take();
      recordInitScripts(alcove.page, scripts);
      await startAnew(alcove);
      return alcove;
    });
    await handBack(alcove, scripts);
  },

  launchAlcove: async ({ temporaryFolder }, use) => {
    const launched: LaunchedProcess[] = [];
    await use(({ dataDir = temporaryFolder(), ...options } = {}) =>
      launch({ ...options, dataDir }, (running) => launched.push(running)),
    );
    await Promise.all(launched.map(end));
  },

  launchHidden: async ({ temporaryFolder }, use) => {
    const launched: LaunchedProcess[] = [];
    await use(async ({ dataDir = temporaryFolder(), environment = {} } = {}) => {
      const app = await startElectron(electronCommand(dataDir, ['--hidden']), environment);
      launched.push(watched(app.process()));
      return app;
    });
    await Promise.all(launched.map(end));
  },

  spawnAlcove: async ({}, use) => {
    const spawned: SpawnedAlcove[] = [];
    await use(async ({ dataDir, args = [], appFolder }) => {
      const command = electronCommand(dataDir, args, appFolder);
      const child = spawn(command.executablePath, command.args, {
        env: withoutDesktop(),
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      let errors = '';
      child.stderr.setEncoding('utf8').on('data', (text: string) => {
        errors += text;
      });
      const alcove = { ...watched(child), errors: () => errors };
      spawned.push(alcove);
      return alcove;
    });
    for (const { process: child, exited } of spawned) {
      child.kill('SIGKILL');
      await exited;
    }
  },
});

export interface SharedOptions extends Omit<LaunchOptions, 'dataDir'> {
  /** Whether all files and collections are deleted before each test. */
  startsEmpty?: boolean;
  /** Whether the tests need a node that has no history. */
  isNew?: boolean;
}

/**
 * Gives all tests of a file or `describe`, which run in order, one app. Each test begins on a new page of the same
 * node, and must not depend on earlier tests. The first begins with the state of a new node, unless it looks for the log
 * or for completed first steps, because other files without options used the app before. After a failed test, the others
 * get a new app.
 * @param options a function is called after earlier `beforeAll` hooks
 */
export function sharedAlcove(options: SharedOptions | (() => SharedOptions) = {}): () => LaunchedAlcove {
  let alcove: LaunchedAlcove | undefined;
  let own: AppPool | undefined;
  const scripts: InitScript[] = [];
  const chosen = () => (typeof options === 'function' ? options() : options);
  const given = () => {
    if (!alcove) throw new Error('The shared app has not been started.');
    return alcove;
  };
  test.describe.configure({ mode: 'default' });
  test.beforeAll(async ({ apps }) => {
    const { startsEmpty: _, isNew = false, ...launchOptions } = chosen();
    if (isNew || Object.keys(launchOptions).length > 0) own = new AppPool();
    alcove = own ? await own.start(launchOptions) : await apps.take();
    recordInitScripts(alcove.page, scripts);
  });
  test.beforeEach(async () => {
    for (const script of scripts.splice(0)) await script.dispose();
    if (chosen().startsEmpty) await emptyLibrary(given());
    await startAnew(given());
  });
  test.afterAll(async () => {
    if (own) await own.endAll();
    else await handBack(alcove, scripts);
  });
  return given;
}

/** Hands an app back for other tests. */
async function handBack(alcove: LaunchedAlcove | undefined, scripts: InitScript[]): Promise<void> {
  if (!alcove || alcove.page.isClosed()) return;
  for (const script of scripts.splice(0)) await script.dispose();
  Reflect.deleteProperty(alcove.page, 'addInitScript');
  alcove.page.removeAllListeners();
}

type InitScript = Awaited<ReturnType<Page['addInitScript']>>;

/** Adds each later init script of the page to `scripts`, because these would stay for other tests. */
function recordInitScripts(page: Page, scripts: InitScript[]): void {
  const addInitScript = page.addInitScript.bind(page);
  page.addInitScript = async (...script: Parameters<typeof addInitScript>) => {
    const added = await addInitScript(...script);
    scripts.push(added);
    return added;
  };
}

/** Loads the first page, as in a new window of a new user, with reduced motion, which takes less processor time. */
async function startAnew({ page, app, dashboardUrl }: LaunchedAlcove): Promise<void> {
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.emulateMedia({ colorScheme: null, reducedMotion: 'reduce', forcedColors: null });
  if (page.viewportSize()) await page.setViewportSize({ width: 1200, height: 800 });
  await app.evaluate(({ clipboard }) => clipboard.clear());
  await page.evaluate(async () => {
    // A page that is left stores the queue of the player, unless it is stored already.
    dispatchEvent(new Event('pagehide'));
    localStorage.clear();
    sessionStorage.clear();
    // The shell stores the language that a test chose.
    await window.alcove?.invoke('preferences.set', { language: 'auto' });
  });
  await page.goto(`${dashboardUrl}/`);
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeAttached();
}

export { expect } from '@playwright/test';
