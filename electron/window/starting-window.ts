import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { BrowserWindow } from 'electron';
import { openWindow } from './window.ts';
import type { WindowState } from './window-state.ts';

/** A window that cannot be drawn, such as on a locked screen, does not hold up the node. */
const mostMs = 1000;

/**
 * Opens a window with the shape of the dashboard: a page without any script, for as long as the node takes to start.
 * Resolves when that is seen.
 */
export async function openStartingWindow(options: {
  /** The folder of what is built. */
  built: string;
  state: WindowState;
}): Promise<BrowserWindow> {
  const { built, state } = options;
  const window = openWindow({ preload: join(built, 'preload.cjs'), state, isMinimised: false });
  const contents = window.webContents;
  contents.on('will-frame-navigate', (event) => {
    if (contents.getURL().startsWith('file:')) event.preventDefault();
  });
  const seen = once(window, 'ready-to-show');
  // The dashboard may come before it is loaded.
  window.loadFile(join(built, '../renderer/starting.html')).catch(() => undefined);
  await Promise.race([seen, wait(mostMs)]);
  return window;
}
