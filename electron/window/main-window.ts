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
  /** One that is open already. */
  first: BrowserWindow | undefined;
  /** Gets each window that is opened. */
  onOpen: (window: BrowserWindow) => void;
  /** Told when the start page is shown in place of one that crashed. */
  onBack: (shown: 'same' | 'home') => void;
}

/** The one window, which comes and goes while the node runs. */
export class MainWindow {
  readonly #options: MainWindowOptions;
  #first: BrowserWindow | undefined;
  #window: BrowserWindow | undefined;
  #recovery: PageRecovery | undefined;
  /** A window shows itself the first time, once there is something to see. */
  #isReady = false;

  constructor(options: MainWindowOptions) {
    this.#options = options;
    this.#first = options.first;
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
    const window = this.#window;
    if (!window) return this.open({ isMinimised: false });
    if (!this.#isReady) return window;
    if (window.webContents.isCrashed()) this.#recovery?.bringBack();
    this.#options.state.bringIntoSight(window);
    showWindow(window);
    return window;
  }

  /** Loads the page that is shown once more, or the start page where that has crashed. */
  reload(): void {
    const contents = this.#window?.webContents;
    if (contents?.isCrashed()) this.#recovery?.bringBack();
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
    const { dashboardUrl, onBack } = this.#options;
    this.#recovery = new PageRecovery({ window, dashboardUrl, onBack });
    showDashboard(window, this.#options);
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
