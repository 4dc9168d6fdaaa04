import { app, type BrowserWindow, dialog } from 'electron';
import { say } from '../words.ts';
import { CrashCount } from './crash-count.ts';

interface PageRecoveryOptions {
  window: BrowserWindow;
  /** The start page. */
  dashboardUrl: string;
  /** Told when a page is there in place of one that crashed: the same one, or the start page. */
  onBack: (shown: 'same' | 'home') => void;
}

/** Brings the page of a window back when it crashes or hangs; when that does not help, the person decides. */
export class PageRecovery {
  readonly #options: PageRecoveryOptions;
  readonly #crashes = new CrashCount();
  #isAsking = false;
  /** What is told once a page is there again; the page that crashed would not get it. */
  #returning: 'same' | 'home' | undefined;
  /** The person wants a page that hangs to be ended. */
  #isEnding = false;
  /** Ends the question about a page that hangs. */
  #hang: AbortController | undefined;

  constructor(options: PageRecoveryOptions) {
    this.#options = options;
    const { window, onBack } = options;
    window.webContents.on('did-navigate', () => {
      if (this.#returning) onBack(this.#returning);
      this.#returning = undefined;
    });
    window.webContents.on('render-process-gone', (_event, { reason }) => {
      this.#hang?.abort();
      if (reason !== 'clean-exit') this.#afterCrash();
    });
    window.on('unresponsive', () => void this.#askAboutHang());
    window.on('responsive', () => this.#hang?.abort());
    window.on('closed', () => this.#hang?.abort());
  }

  /** Shows the start page where a page has crashed, unless the person is just asked about that. */
  bringBack(): void {
    if (this.#isAsking) return;
    this.#crashes.startAnew();
    this.#returning = undefined;
    this.#goHome();
  }

  #afterCrash(): void {
    const { window } = this.#options;
    const next = this.#crashes.next(performance.now());
    const isEnding = this.#isEnding;
    this.#isEnding = false;
    if (next === 'reload') {
      // Whoever ended the page knows why it is another one.
      if (!isEnding) this.#returning = 'same';
      window.webContents.reload();
    } else if (next === 'home' || isEnding) {
      this.#returning = 'home';
      this.#goHome();
    } else if (window.isVisible() || window.isMinimized()) {
      // A hidden window brings its page back when it is shown.
      void this.#askAboutCrash();
    }
  }

  #goHome(): void {
    const { window, dashboardUrl } = this.#options;
    // Another crash while it loads comes as an event.
    window.webContents.loadURL(dashboardUrl).catch(() => {});
  }

  async #askAboutCrash(): Promise<void> {
    if (this.#isAsking) return;
    this.#isAsking = true;
    const { window } = this.#options;
    const [again, quit] = [0, 1];
    const { response } = await dialog.showMessageBox(window, {
      type: 'error',
      message: say('crash.title'),
      detail: say('crash.detail'),
      buttons: [say('crash.again'), say('failure.quit')],
      defaultId: again,
      cancelId: again,
    });
    this.#isAsking = false;
    if (response === quit) app.quit();
    else if (!window.isDestroyed()) this.bringBack();
  }

  async #askAboutHang(): Promise<void> {
    if (this.#hang) return;
    const { window } = this.#options;
    const hang = new AbortController();
    this.#hang = hang;
    const [wait, reload] = [0, 1];
    const { response } = await dialog.showMessageBox(window, {
      type: 'warning',
      message: say('hang.title'),
      detail: say('hang.detail'),
      buttons: [say('hang.wait'), say('view.reload')],
      defaultId: wait,
      cancelId: wait,
      signal: hang.signal,
    });
    this.#hang = undefined;
    if (response !== reload || hang.signal.aborted || window.isDestroyed()) return;
    this.#isEnding = true;
    // A page that hangs does not take part in a reload.
    window.webContents.forcefullyCrashRenderer();
  }
}
