import { app, BrowserWindow, dialog, nativeTheme } from 'electron';
import { say } from '../words.ts';
import { limitFrameMemory } from './frame-memory.ts';
import { offerEditing } from './menu.ts';
import { guardContents, type Reach } from './session-guard.ts';
import { smallest } from './window-bounds.ts';
import type { WindowState } from './window-state.ts';

/** What comes of the question whether to leave work that is not finished. */
interface Asked {
  onStay: () => void;
  /** The window shall close, or the app end, as the person wanted. */
  onLeave: () => void;
}

export interface WindowOptions {
  /** The file of the preload script. */
  preload: string;
  state: WindowState;
  isMinimised: boolean;
}

export interface DashboardOptions extends Asked {
  dashboardUrl: string;
  reach: Reach;
}

/** Opens an empty window; it shows itself once there is something to see. */
export function openWindow({ preload, state, isMinimised }: WindowOptions): BrowserWindow {
  const { maximised, ...bounds } = state.opening();
  const window = new BrowserWindow({
    ...bounds,
    minWidth: smallest.width,
    minHeight: smallest.height,
    show: false,
    title: 'Alcove',
    autoHideMenuBar: true,
    // The dashboard's own colours, so that nothing flashes before its first paint.
    backgroundColor: nativeTheme.shouldUseDarkColors ? '#1f1f1f' : '#f8f9fa',
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

/** Shows the dashboard in a window, which it does not leave any more. */
export function showDashboard(window: BrowserWindow, options: DashboardOptions): void {
  const { dashboardUrl, reach } = options;
  const contents = window.webContents;
  guardContents(contents, reach);
  offerEditing(contents);
  askBeforeLosingWork(window, options);
  limitFrameMemory(contents);
  // There is no way back to what the window showed before.
  contents.once('did-navigate', () => contents.navigationHistory.clear());
  // A crash while it loads comes as an event.
  window.loadURL(dashboardUrl).catch(() => {});
}

/** Brings a window to the front, wherever it is. */
export function showWindow(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
}

/**
 * Without this, a page that asks to be kept (it does during an upload) would just not close. It stays until the person has
 * answered: a dialog that is waited for would hold up the node, which runs on the same thread.
 */
function askBeforeLosingWork(window: BrowserWindow, { onStay, onLeave }: Asked): void {
  let isClosing = false;
  let isAsking = false;
  let isLeaving = false;
  window.on('close', () => {
    isClosing = true;
  });
  // To the tray, where its page goes on.
  window.on('hide', () => {
    isClosing = false;
  });
  window.webContents.on('will-prevent-unload', (event) => {
    if (isLeaving) return event.preventDefault();
    if (isAsking) return;
    isAsking = true;
    // It may be closed from the tray.
    showWindow(window);
    void mayLeave(window).then((leave) => {
      isAsking = false;
      if (window.isDestroyed()) return;
      isLeaving = leave;
      if (!leave) onStay();
      else if (isClosing) onLeave();
      else window.webContents.reload();
      isClosing = false;
    });
  });
  window.webContents.on('did-finish-load', () => {
    isLeaving = false;
  });
}

async function mayLeave(window: BrowserWindow): Promise<boolean> {
  const [stay, leave] = [0, 1];
  const { response } = await dialog.showMessageBox(window, {
    type: 'question',
    message: say('leave.title'),
    detail: say('leave.detail'),
    buttons: [say('leave.stay'), say('leave.leave')],
    defaultId: stay,
    cancelId: stay,
  });
  return response === leave;
}
