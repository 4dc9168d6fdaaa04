import { type BrowserWindow, type Rectangle, screen } from 'electron';
import * as z from 'zod';
import type { KeptFile } from '../kept-file.ts';
import { openingBounds } from './window-bounds.ts';

const windowState = z.object({
  bounds: z.object({ x: z.int(), y: z.int(), width: z.int().positive(), height: z.int().positive() }),
  maximised: z.boolean(),
});

/** Moving and resizing report many times a second. */
const writeDelayMs = 400;

/** Keeps in `<dataDir>/window.json` how the person left the window. */
export class WindowState {
  readonly #file: KeptFile;

  constructor(file: KeptFile) {
    this.#file = file;
  }

  /** How the window is to open, on the displays that are there now. */
  opening(): ReturnType<typeof openingBounds> & { maximised: boolean } {
    const kept = windowState.safeParse(this.#file.content).data;
    return { ...openingBounds(kept?.bounds, workAreas()), maximised: kept?.maximised ?? false };
  }

  /** Fetches a window from where there is no display any more: one went while the window was hidden. */
  bringIntoSight(window: BrowserWindow): void {
    if (window.isMaximized() || window.isFullScreen()) return;
    const { x, width, height } = openingBounds(window.getNormalBounds(), workAreas());
    if (x !== undefined) return;
    window.setSize(width, height);
    window.center();
  }

  /** Writes down each change of the window's place and size, from now until it closes. */
  follow(window: BrowserWindow): void {
    let waiting: NodeJS.Timeout | undefined;
    const write = () => {
      clearTimeout(waiting);
      waiting = undefined;
      this.#file.keep({ bounds: window.getNormalBounds(), maximised: window.isMaximized() });
    };
    const writeSoon = () => {
      waiting ??= setTimeout(write, writeDelayMs);
    };
    window.on('resize', writeSoon).on('move', writeSoon).on('close', write);
    window.on('maximize', writeSoon).on('unmaximize', writeSoon);
    window.on('closed', () => clearTimeout(waiting));
  }
}

/** Of all displays, the primary one first. */
function workAreas(): Rectangle[] {
  const primary = screen.getPrimaryDisplay();
  const others = screen.getAllDisplays().filter(({ id }) => id !== primary.id);
  return [primary, ...others].map(({ workArea }) => workArea);
}
