import { app, type BrowserWindow, dialog } from 'electron';
import { t } from '../i18n/translate.ts';
import type { PreferenceStore } from '../preferences/preferences.ts';

interface CloseToTrayOptions {
  preferences: Pick<PreferenceStore, 'get' | 'change' | 'markCloseExplained'>;
  /** Whether there is a tray: without one the user could not show the window again. */
  hasTray: () => boolean;
}

/** Hides the window in the tray when it is closed, if this preference is on and there is a tray. */
export class CloseToTray {
  readonly #options: CloseToTrayOptions;
  #isQuitting = false;
  #isExplaining = false;

  constructor(options: CloseToTrayOptions) {
    this.#options = options;
    app.on('before-quit', () => {
      this.#isQuitting = true;
    });
  }

  /** Whether the app quits, instead of only closing its window. */
  get isQuitting(): boolean {
    return this.#isQuitting;
  }

  /** Records that the user cancelled quitting. */
  cancelQuit(): void {
    this.#isQuitting = false;
  }

  follow(window: BrowserWindow): void {
    const { preferences, hasTray } = this.#options;
    window.on('close', (event) => {
      if (this.#isQuitting || !hasTray() || !preferences.get().keep_running) return;
      event.preventDefault();
      if (preferences.get().close_explained) hide(window);
      else if (!this.#isExplaining) void this.#explain(window);
    });
  }

  async #explain(window: BrowserWindow): Promise<void> {
    const { preferences } = this.#options;
    const [keep, quit] = [0, 1];
    this.#isExplaining = true;
    const { response } = await dialog.showMessageBox(window, {
      type: 'info',
      message: t('close.title'),
      detail: t('close.detail'),
      buttons: [t('close.keep'), t('close.quit')],
      defaultId: keep,
      cancelId: keep,
    });
    this.#isExplaining = false;
    preferences.markCloseExplained();
    if (response === quit) {
      preferences.change({ keep_running: false });
      app.quit();
    } else if (!window.isDestroyed()) {
      hide(window);
    }
  }
}

/** Hides a window; leaves full screen first, because macOS would keep an empty screen. */
function hide(window: BrowserWindow): void {
  if (!window.isFullScreen()) return window.hide();
  window.once('leave-full-screen', () => window.hide());
  window.setFullScreen(false);
}
