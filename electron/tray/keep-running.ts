import { app, type BrowserWindow, dialog } from 'electron';
import type { PreferenceStore } from '../preferences.ts';
import { say } from '../words.ts';

interface KeepRunningOptions {
  preferences: Pick<PreferenceStore, 'get' | 'change' | 'closeExplained'>;
  /** Whether there is a tray: without one nobody would find the window again. */
  hasTray: () => boolean;
}

/** Lets the window go to the tray when it is closed, where the person wants that and there is one. */
export class KeepRunning {
  readonly #options: KeepRunningOptions;
  #isQuitting = false;
  #isExplaining = false;

  constructor(options: KeepRunningOptions) {
    this.#options = options;
    app.on('before-quit', () => {
      this.#isQuitting = true;
    });
  }

  /** Whether the app is to end, and not only its window to close. */
  get isQuitting(): boolean {
    return this.#isQuitting;
  }

  /** The person decided to stay after all. */
  quitCancelled(): void {
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
      message: say('close.title'),
      detail: say('close.detail'),
      buttons: [say('close.keep'), say('close.quit')],
      defaultId: keep,
      cancelId: keep,
    });
    this.#isExplaining = false;
    preferences.closeExplained();
    if (response === quit) {
      preferences.change({ keep_running: false });
      app.quit();
    } else if (!window.isDestroyed()) {
      hide(window);
    }
  }
}

/** A window that fills the screen would leave macOS an empty one. */
function hide(window: BrowserWindow): void {
  if (!window.isFullScreen()) return window.hide();
  window.once('leave-full-screen', () => window.hide());
  window.setFullScreen(false);
}
