import { app, BrowserWindow, dialog, nativeTheme, type WebContents } from 'electron';
import { t } from '../i18n/translate.ts';
import { addEditingMenu } from './menu.ts';
import { type AllowedOrigins, guardContents } from './session-guard.ts';
import { minimumSize } from './window-bounds.ts';
import type { WindowState } from './window-state.ts';

/** The user's decision whether to discard unfinished work. */
interface DiscardListener {
  onStay: () => void;
  /** Closes the window or quits the app, as the user requested. */
  onDiscard: () => void;
}

export interface WindowOptions {
  /** The file of the preload script. */
  preload: string;
  state: WindowState;
  isMinimised: boolean;
}

export interface DashboardOptions extends DiscardListener {
  dashboardUrl: string;
  allowed: AllowedOrigins;
}

/** Opens an empty window, which shows itself once it has content. */
export function openWindow({ preload, state, isMinimised }: WindowOptions): BrowserWindow {
  const { maximised, ...bounds } = state.opening();
  const window = new BrowserWindow({
    ...bounds,
    minWidth: minimumSize.width,
    minHeight: minimumSize.height,
    show: false,
    title: 'Alcove',
    autoHideMenuBar: true,
    // The dashboard's colours avoid a flash before its first paint.
    backgroundColor: nativeTheme.shouldUseDarkColors ? '#0f1315' : '#f8f9fa',
    webPreferences: {
      preload,
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      webSecurity: true,
      webviewTag: false,
      spellcheck: false,
      devTools: !app.isPackaged,
    },
  });
  window.once('ready-to-show', () => {
    if (isMinimised) window.minimize();
    else if (maximised) window.maximize();
    if (!isMinimised) window.show();
    state.follow(window);
  });
  return window;
}

/** Loads the dashboard in a window and blocks navigation away from it. */
export function showDashboard(window: BrowserWindow, options: DashboardOptions): void {
  const { dashboardUrl, allowed } = options;
  const contents = window.webContents;
  guardContents(contents, allowed);
  addEditingMenu(contents);
  askBeforeLosingWork(window, options);
  limitFrameMemory(contents);
  // Navigating back must not lead to the previous content of the window.
  contents.once('did-navigate', () => contents.navigationHistory.clear());
  // A failed load is ignored, because a crash during loading is reported as an event.
  window.loadURL(dashboardUrl).catch(() => {});
}

/** Brings a window to the front. */
export function showWindow(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
}

/** Asks before a page with unfinished work closes, asynchronously, because the node runs on the same thread. */
function askBeforeLosingWork(window: BrowserWindow, { onStay, onDiscard }: DiscardListener): void {
  let isClosing = false;
  let isAsking = false;
  let isDiscarded = false;
  window.on('close', () => {
    isClosing = true;
  });
  // A window that hides in the tray keeps its page.
  window.on('hide', () => {
    isClosing = false;
  });
  window.webContents.on('will-prevent-unload', (event) => {
    if (isDiscarded) return event.preventDefault();
    if (isAsking) return;
    isAsking = true;
    // Shows the window, because the user may have closed it from the tray while it was hidden.
    showWindow(window);
    void mayDiscard(window).then((discards) => {
      isAsking = false;
      if (window.isDestroyed()) return;
      isDiscarded = discards;
      if (!discards) onStay();
      else if (isClosing) onDiscard();
      else window.webContents.reload();
      isClosing = false;
    });
  });
  // Not at the end of a load: a page that still loads when the user decides would ask a second time.
  window.webContents.on('did-navigate', () => {
    isDiscarded = false;
  });
}

async function mayDiscard(window: BrowserWindow): Promise<boolean> {
  const [stay, discard] = [0, 1];
  const { response } = await dialog.showMessageBox(window, {
    type: 'question',
    message: t('leave.title'),
    detail: t('leave.detail'),
    buttons: [t('leave.stay'), t('leave.leave')],
    defaultId: stay,
    cancelId: stay,
  });
  return response === discard;
}

/** Memory limit in KB, more than any page, image or video needs. */
const maxKb = 1_500_000;
/** Short interval, because a hostile file allocates about a gigabyte per second. */
const checkEveryMs = 500;

/** Kills the process of an embedded frame that uses too much memory, because its content may be hostile. */
function limitFrameMemory(contents: WebContents): void {
  const timer = setInterval(() => {
    if (contents.isCrashed()) return;
    for (const pid of frameProcesses(contents)) if (memoryOf(pid) > maxKb) kill(pid);
  }, checkEveryMs);
  timer.unref();
  contents.once('destroyed', () => clearInterval(timer));
}

/** Returns the processes of frames other than the page's own. */
function frameProcesses({ mainFrame }: WebContents): Set<number> {
  const frames = mainFrame.framesInSubtree.map(({ osProcessId }) => osProcessId);
  return new Set(frames.filter((pid) => pid > 0 && pid !== mainFrame.osProcessId));
}

function memoryOf(pid: number): number {
  return app.getAppMetrics().find((metric) => metric.pid === pid)?.memory.workingSetSize ?? 0;
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // The process has already ended.
  }
}
