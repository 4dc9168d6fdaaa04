import { app, type BrowserWindow, dialog } from 'electron';
import { t } from '../i18n/translate.ts';
import { CrashCount } from './crash-count.ts';

interface PageRecoveryOptions {
  window: BrowserWindow;
  /** The start page. */
  dashboardUrl: string;
  /** Called when a page has replaced a crashed one: the same page, or the start page. */
  onRecovered: (shown: 'same' | 'home') => void;
}

/** Reloads a page that crashes or hangs; asks the user if reloading does not help. */
export class PageRecovery {
  readonly #options: PageRecoveryOptions;
  readonly #crashes = new CrashCount();
  #isAsking = false;
  /** The argument of `onRecovered` once the page has loaded. */
  #recovering: 'same' | 'home' | undefined;
  /** Whether the user chose to end a hung page. */
  #isEnding = false;
  /** Closes the dialog about a hung page. */
  #hang: AbortController | undefined;

  constructor(options: PageRecoveryOptions) {
    this.#options = options;
    const { window, onRecovered } = options;
    window.webContents.on('did-navigate', () => {
      if (this.#recovering) onRecovered(this.#recovering);
      this.#recovering = undefined;
    });
    window.webContents.on('render-process-gone', (_event, { reason }) => {
      this.#hang?.abort();
      if (reason !== 'clean-exit') this.#afterCrash();
    });
    window.on('unresponsive', () => void this.#askAboutHang());
    window.on('responsive', () => this.#hang?.abort());
    window.on('closed', () => this.#hang?.abort());
  }

  /** Loads the start page in place of a crashed one, unless a dialog is open. */
  recover(): void {
    if (this.#isAsking) return;
    this.#crashes.reset();
    this.#recovering = undefined;
    this.#loadStartPage();
  }

  #afterCrash(): void {
    const { window } = this.#options;
    const next = this.#crashes.next(performance.now());
    const isEnding = this.#isEnding;
    this.#isEnding = false;
    if (next === 'reload') {
      // A user who ended the page needs no explanation.
      if (!isEnding) this.#recovering = 'same';
      window.webContents.reload();
    } else if (next === 'home' || isEnding) {
      this.#recovering = 'home';
      this.#loadStartPage();
    } else if (window.isVisible() || window.isMinimized()) {
      // A hidden window reloads its page when it is shown.
      void this.#askAboutCrash();
    }
  }

  #loadStartPage(): void {
    const { window, dashboardUrl } = this.#options;
    // A failed load is ignored, because a crash during loading is reported as an event.
    window.webContents.loadURL(dashboardUrl).catch(() => {});
  }

  async #askAboutCrash(): Promise<void> {
    if (this.#isAsking) return;
    this.#isAsking = true;
    const { window } = this.#options;
    const [again, quit] = [0, 1];
    const { response } = await dialog.showMessageBox(window, {
      type: 'error',
      message: t('crash.title'),
      detail: t('crash.detail'),
      buttons: [t('crash.again'), t('failure.quit')],
      defaultId: again,
      cancelId: again,
    });
    this.#isAsking = false;
    if (response === quit) app.quit();
    else if (!window.isDestroyed()) this.recover();
  }

  async #askAboutHang(): Promise<void> {
    if (this.#hang) return;
    const { window } = this.#options;
    const hang = new AbortController();
    this.#hang = hang;
    const [wait, reload] = [0, 1];
    const { response } = await dialog.showMessageBox(window, {
      type: 'warning',
      message: t('hang.title'),
      detail: t('hang.detail'),
      buttons: [t('hang.wait'), t('view.reload')],
      defaultId: wait,
      cancelId: wait,
      signal: hang.signal,
    });
    this.#hang = undefined;
    if (response !== reload || hang.signal.aborted || window.isDestroyed()) return;
    this.#isEnding = true;
    // A hung page cannot be reloaded.
    window.webContents.forcefullyCrashRenderer();
  }
}
