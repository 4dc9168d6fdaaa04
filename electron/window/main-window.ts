import type { BrowserWindow } from 'electron';
import { PageRecovery } from './page-recovery.ts';
import {
  type DashboardOptions,
  openWindow,
  showDashboard,
  showWindow,
  type WindowOptions,
} from './window.ts';

interface MainWindowOptions extends Omit<WindowOptions, 'isMinimised'>, DashboardOptions {
  /** An already open window. */
  first: BrowserWindow | undefined;
  /** Called with each opened window. */
  onOpen: (window: BrowserWindow) => void;
  /** Called when a page replaces a crashed one. */
  onRecovered: (shown: 'same' | 'home') => void;
}

/** Opens and shows the only window, which may be closed while the node runs. */
export class MainWindow {
  readonly #options: MainWindowOptions;
  #first: BrowserWindow | undefined;
  #window: BrowserWindow | undefined;
  #recovery: PageRecovery | undefined;
  /** A new window shows itself once it has content. */
  #isReady = false;

  constructor(options: MainWindowOptions) {
    this.#options = options;
    this.#first = options.first;
  }

  get current(): BrowserWindow | undefined {
    return this.#window;
  }

  /** Whether the user can find the window without a tray icon. */
  get isFindable(): boolean {
    return this.#window !== undefined && (this.#window.isVisible() || this.#window.isMinimized());
  }

  /** Brings the window to the front, or opens one if there is none. */
  show(): BrowserWindow {
    const window = this.#window;
    if (!window) return this.open({ isMinimised: false });
    if (!this.#isReady) return window;
    if (window.webContents.isCrashed()) this.#recovery?.recover();
    this.#options.state.ensureVisible(window);
    showWindow(window);
    return window;
  }

  /** Reloads the page, or loads the start page after a crash. */
  reload(): void {
    const contents = this.#window?.webContents;
    if (contents?.isCrashed()) this.#recovery?.recover();
    else contents?.reload();
  }

  open({ isMinimised }: { isMinimised: boolean }): BrowserWindow {
    const isOpen = this.#first?.isDestroyed() === false;
    const window = isOpen && this.#first ? this.#first : openWindow({ ...this.#options, isMinimised });
    this.#first = undefined;
    this.#window = window;
    this.#isReady = isOpen;
    window.once('ready-to-show', () => {
      this.#isReady = true;
    });
    const { dashboardUrl, onRecovered } = this.#options;
    this.#recovery = new PageRecovery({ window, dashboardUrl, onRecovered });
    showDashboard(window, this.#options);
    window.on('closed', () => {
      this.#window = undefined;
    });
    this.#options.onOpen(window);
    return window;
  }

  /** Whether the user views this page of the dashboard now. */
  isViewing(path: string): boolean {
    const window = this.#window;
    return window?.isFocused() === true && new URL(window.webContents.getURL()).pathname === path;
  }
}
