import type { BrowserWindow } from 'electron';
import { openWindow, showWindow } from './window.ts';

type OpenOptions = Parameters<typeof openWindow>[0];

interface MainWindowOptions extends Omit<OpenOptions, 'isMinimised'> {
  /** Gets each window that is opened. */
  onOpen: (window: BrowserWindow) => void;
}

/** The one window, which comes and goes while the node runs. */
export class MainWindow {
  readonly #options: MainWindowOptions;
  #window: BrowserWindow | undefined;
  /** A window shows itself the first time, once there is something to see. */
  #isReady = false;

  constructor(options: MainWindowOptions) {
    this.#options = options;
  }

  get current(): BrowserWindow | undefined {
    return this.#window;
  }

  /** Whether the person can find it without a tray. */
  get isFindable(): boolean {
    return this.#window !== undefined && (this.#window.isVisible() || this.#window.isMinimized());
  }

  /** Brings it to the front, opened anew where there is none. */
  show(): BrowserWindow {
    if (!this.#window) return this.open({ isMinimised: false });
    if (this.#isReady) showWindow(this.#window);
    return this.#window;
  }

  open({ isMinimised }: { isMinimised: boolean }): BrowserWindow {
    const window = openWindow({ ...this.#options, isMinimised });
    this.#window = window;
    this.#isReady = false;
    window.once('ready-to-show', () => {
      this.#isReady = true;
    });
    window.on('closed', () => {
      this.#window = undefined;
    });
    this.#options.onOpen(window);
    return window;
  }

  /** Whether the person looks at this page of the dashboard now. */
  isLookingAt(path: string): boolean {
    const window = this.#window;
    return window?.isFocused() === true && new URL(window.webContents.getURL()).pathname === path;
  }
}
