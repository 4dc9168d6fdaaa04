import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { BrowserWindow } from 'electron';
import { openWindow } from '../window/window.ts';
import type { WindowState } from '../window/window-state.ts';

/** Time limit for the window: one that cannot be drawn, e.g. on a locked screen, must not delay the node. */
const maxWaitMs = 1000;

/** Opens a window with a static outline of the dashboard while the node starts. Resolves when it is visible. */
export async function openStartingWindow(options: {
  /** The folder of the built files. */
  distFolder: string;
  state: WindowState;
}): Promise<BrowserWindow> {
  const { distFolder, state } = options;
  const window = openWindow({ preload: join(distFolder, 'preload.cjs'), state, isMinimised: false });
  const contents = window.webContents;
  contents.on('will-frame-navigate', (event) => {
    if (contents.getURL().startsWith('file:')) event.preventDefault();
  });
  const seen = once(window, 'ready-to-show');
  // The dashboard may replace the page before it is loaded.
  window.loadFile(join(distFolder, '../renderer/starting.html')).catch(() => undefined);
  await Promise.race([seen, wait(maxWaitMs)]);
  return window;
}
