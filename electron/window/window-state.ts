import { type BrowserWindow, type Rectangle, screen } from 'electron';
import * as z from 'zod';
import type { StateFile } from '../core/state-file.ts';
import { openingBounds } from './window-bounds.ts';

const windowState = z.object({
  bounds: z.object({ x: z.int(), y: z.int(), width: z.int().positive(), height: z.int().positive() }),
  maximised: z.boolean(),
});

/** Delay of writing, because moving and resizing send many events a second. */
const writeDelayMs = 400;

/** Stores size and position of the window in `<dataDir>/window.json`. */
export class WindowState {
  readonly #file: StateFile;

  constructor(file: StateFile) {
    this.#file = file;
  }

  /** Returns the initial bounds of the window on the current displays. */
  opening(): ReturnType<typeof openingBounds> & { maximised: boolean } {
    const kept = windowState.safeParse(this.#file.content).data;
    return { ...openingBounds(kept?.bounds, workAreas()), maximised: kept?.maximised ?? false };
  }

  /** Moves a window to another display if its own was removed while it was hidden. */
  ensureVisible(window: BrowserWindow): void {
    if (window.isMaximized() || window.isFullScreen()) return;
    const { x, width, height } = openingBounds(window.getNormalBounds(), workAreas());
    if (x !== undefined) return;
    window.setSize(width, height);
    window.center();
  }

  /** Stores each change of the window's size and position until it closes. */
  follow(window: BrowserWindow): void {
    let waiting: NodeJS.Timeout | undefined;
    const write = () => {
      clearTimeout(waiting);
      waiting = undefined;
      this.#file.write({ bounds: window.getNormalBounds(), maximised: window.isMaximized() });
    };
    const writeSoon = () => {
      waiting ??= setTimeout(write, writeDelayMs);
    };
    window.on('resize', writeSoon).on('move', writeSoon).on('close', write);
    window.on('maximize', writeSoon).on('unmaximize', writeSoon);
    window.on('closed', () => clearTimeout(waiting));
  }
}

/** Returns the work areas of all displays, the primary one first. */
function workAreas(): Rectangle[] {
  const primary = screen.getPrimaryDisplay();
  const others = screen.getAllDisplays().filter(({ id }) => id !== primary.id);
  return [primary, ...others].map(({ workArea }) => workArea);
}
