import type { ChildProcess } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { type ElectronApplication, _electron as electron, type Page } from '@playwright/test';
import { overview } from '../../../src/contract/dashboard-api/administration/monitoring.ts';
import type { ShellBridge } from '../../../src/contract/ipc.ts';
import { electronCommand } from './electron-command.ts';
import { withLastingEvaluate } from './lasting-evaluate.ts';

declare global {
  interface Window {
    alcove?: ShellBridge;
  }
}

export interface LaunchOptions {
  /** Default: a new one. Removed after the test in any case. */
  dataDir?: string;
  args?: string[];
  /** The package.json of an app other than this checkout's. */
  appFolder?: string;
  environment?: Record<string, string>;
  /** Whether the page loads the code of all other pages when it is idle, which takes a third of the time of a start. */
  preloadsPages?: boolean;
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
  /** The exit code, null after a signal. */
  exited: Promise<number | null>;
  /** Calls the dashboard API with the token of its session. */
  askLocal(path: string, init?: RequestInit): Promise<Response>;
}

export type LaunchedProcess = Pick<LaunchedAlcove, 'process' | 'exited'>;

/**
 * Starts the app and waits for its dashboard.
 * @param started called as soon as there is a process, which the caller ends
 */
export async function launch(
  options: LaunchOptions & { dataDir: string },
  started: (running: LaunchedProcess) => void,
): Promise<LaunchedAlcove> {
  const { dataDir, args = [], appFolder, environment = {}, preloadsPages = false } = options;
  const command = electronCommand(dataDir, args, appFolder);
  const app = await startElectron(command, environment);
  const running = watched(app.process());
  started(running);
  await printPageEnds(app);
  if (!preloadsPages) await app.context().addInitScript(neverReportIdle);
  const page = await app.firstWindow();
  await page.waitForURL(/^http:/);
  const sessionToken = await page.evaluate(() => window.alcove?.invoke('dashboardSession.get', undefined));
  if (sessionToken === undefined) throw new Error('The window has no bridge to the shell.');
  const dashboardUrl = new URL(page.url()).origin;
  const askLocal = async (path: string, init?: RequestInit) => {
    // Lets this process notice first that the app has closed an idle connection.
    await delay(0);
    return fetch(dashboardUrl + path, {
      ...init,
      headers: { Authorization: `Bearer ${sessionToken}`, ...init?.headers },
    });
  };
  const { node } = overview.parse(await (await askLocal('/local/overview')).json());
  return { ...running, app, page, dataDir, nodeUrl: node.node_url, dashboardUrl, sessionToken, askLocal };
}

/** Prints why a page ended unexpectedly, because Playwright only says that it crashed. */
async function printPageEnds(app: ElectronApplication): Promise<void> {
  app.on('console', (message) => {
    if (message.text().startsWith('The page ended')) process.stdout.write(`${message.text()}\n`);
  });
  await app.evaluate(({ app: shell }) => {
    shell.on('render-process-gone', (_event, _contents, { reason, exitCode }) => {
      console.warn(`The page ended: ${reason}, exit code ${exitCode}`);
    });
  });
}

/** Starts Electron; as in tests of browsers, only the time limits of the test and of its expectations hold. */
export async function startElectron(
  command: ReturnType<typeof electronCommand>,
  environment: Record<string, string>,
): Promise<ElectronApplication> {
  const env = { ...withoutDesktop(), ...environment };
  const app = withLastingEvaluate(await electron.launch({ ...command, timeout: 0, env }));
  app.context().setDefaultTimeout(0);
  return app;
}

/** Runs in the page: simulates a browser that does not report when it is idle, like Safari. */
function neverReportIdle(): void {
  Reflect.deleteProperty(globalThis, 'requestIdleCallback');
}

/**
 * Returns the environment that is the same on any desktop: without a tray that would keep the app running, and without
 * visible notifications.
 */
export function withoutDesktop(): Record<string, string> {
  return {
    ...(process.env as Record<string, string>),
    DBUS_SESSION_BUS_ADDRESS: 'disabled:',
    ALCOVE_NETWORK__PRACTICE_PEOPLE: 'false',
  };
}

/** Time limit of the end, longer than that of the app's shutdown. */
const endsWithinMs = 25_000;

export async function end({ process: child, exited }: LaunchedProcess): Promise<void> {
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

export function watched(child: ChildProcess): LaunchedProcess {
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  return { process: child, exited };
}
