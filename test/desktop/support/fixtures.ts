import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ElectronApplication, _electron as electron, type Page } from '@playwright/test';
import { overview } from '../../../src/contract/dashboard-api/administration/monitoring.ts';
import type { ShellBridge } from '../../../src/contract/ipc.ts';
import { electronCommand } from './electron-command.ts';
import { testOnHiddenDisplay } from './hidden-display.ts';
import { withLastingEvaluate } from './lasting-evaluate.ts';

declare global {
  interface Window {
    alcove?: ShellBridge;
  }
}

interface LaunchOptions {
  /** A new one by default; removed after the test in any case. */
  dataDir?: string;
  args?: string[];
  /** The package.json of an app other than this checkout's. */
  appFolder?: string;
  environment?: Record<string, string>;
}

/** The app under test, its window and the node in it. */
export interface LaunchedAlcove {
  app: ElectronApplication;
  page: Page;
  dataDir: string;
  nodeUrl: string;
  dashboardUrl: string;
  sessionToken: string;
  /** The app's main process. */
  process: ChildProcess;
  /** Its exit code, null after a signal. */
  exited: Promise<number | null>;
  /** Calls the dashboard API with its key. */
  askLocal(path: string, init?: RequestInit): Promise<Response>;
}

interface Fixtures {
  /** A folder that is removed after the test. */
  temporaryFolder: () => string;
  launchAlcove: (options?: LaunchOptions) => Promise<LaunchedAlcove>;
  /** Starts the app without a window, if possible. */
  launchHidden: (options?: Pick<LaunchOptions, 'dataDir' | 'environment'>) => Promise<ElectronApplication>;
  /** Starts the app without Playwright, for events before the first window. */
  spawnAlcove: (options: { dataDir: string; args?: string[]; appFolder?: string }) => Promise<SpawnedAlcove>;
}

export interface SpawnedAlcove {
  process: ChildProcess;
  /** Its stderr so far. */
  errors(): string;
  /** The exit code, null after a signal. */
  exited: Promise<number | null>;
}

export const test = testOnHiddenDisplay.extend<Fixtures>({
  temporaryFolder: async ({}, use) => {
    const made: string[] = [];
    await use(() => {
      const folder = mkdtempSync(join(tmpdir(), 'alcove-desktop-'));
      made.push(folder);
      return folder;
    });
    for (const folder of made) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  },

  launchAlcove: async ({ temporaryFolder }, use) => {
    const launched: { process: ChildProcess; exited: Promise<number | null> }[] = [];
    await use(async ({ dataDir = temporaryFolder(), args = [], appFolder, environment = {} } = {}) => {
      const command = electronCommand(dataDir, args, appFolder);
      const app = withLastingEvaluate(
        await electron.launch({ ...command, env: { ...withoutDesktop(), ...environment } }),
      );
      const running = watched(app.process());
      launched.push(running);
      const page = await app.firstWindow();
      await page.waitForURL(/^http:/);
      const sessionToken = await page.evaluate(() =>
        window.alcove?.invoke('dashboardSession.get', undefined),
      );
      if (sessionToken === undefined) throw new Error('The window has no bridge to the shell.');
      const dashboardUrl = new URL(page.url()).origin;
      const askLocal = (path: string, init?: RequestInit) =>
        fetch(dashboardUrl + path, {
          ...init,
          headers: { Authorization: `Bearer ${sessionToken}`, ...init?.headers },
        });
      const { node } = overview.parse(await (await askLocal('/local/overview')).json());
      return { ...running, app, page, dataDir, nodeUrl: node.node_url, dashboardUrl, sessionToken, askLocal };
    });
    await Promise.all(launched.map(end));
  },

  launchHidden: async ({ temporaryFolder }, use) => {
    const launched: { process: ChildProcess; exited: Promise<number | null> }[] = [];
    await use(async ({ dataDir = temporaryFolder(), environment = {} } = {}) => {
      const env = { ...withoutDesktop(), ...environment };
      const command = electronCommand(dataDir, ['--hidden']);
      const app = withLastingEvaluate(await electron.launch({ ...command, env }));
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

export { expect } from '@playwright/test';

/** The same environment on any desktop: no tray that keeps the app, no visible notifications. */
function withoutDesktop(): Record<string, string> {
  return { ...(process.env as Record<string, string>), DBUS_SESSION_BUS_ADDRESS: 'disabled:' };
}

/** Longer than the time limit of the app's shutdown. */
const endsWithinMs = 25_000;

async function end({ process: child, exited }: { process: ChildProcess; exited: Promise<unknown> }) {
  child.kill('SIGTERM');
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    child.kill('SIGKILL');
  }, endsWithinMs);
  await exited;
  clearTimeout(timer);
  if (isLate) throw new Error('The app did not end when it was told to, and was killed.');
}

function watched(child: ChildProcess) {
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  return { process: child, exited };
}
