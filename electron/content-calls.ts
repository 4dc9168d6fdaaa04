import { join } from 'node:path';
import { app, type BrowserWindow, dialog, shell } from 'electron';
import { storedContentUrl } from './content-links.ts';
import { safeFileName } from './file-name.ts';
import type { IpcHandlers } from './ipc.ts';
import { saveContent } from './save-content.ts';
import { ShellError } from './shell-error.ts';
import { TaskProgress } from './task-progress.ts';

type ContentHandlers = Pick<IpcHandlers, 'content.open' | 'content.saveAs'>;

/** What the shell does with stored content: shows it in the system's browser, saves it where the person says. */
export class ContentCalls {
  readonly #window: () => BrowserWindow | undefined;
  readonly #nodeUrl: string;
  readonly #ending = new AbortController();
  readonly #running = new Set<Promise<void>>();
  readonly #progress: TaskProgress;

  constructor(window: () => BrowserWindow | undefined, nodeUrl: string) {
    this.#window = window;
    this.#nodeUrl = nodeUrl;
    this.#progress = new TaskProgress((fraction) => window()?.setProgressBar(fraction));
  }

  readonly handlers: ContentHandlers = {
    'content.open': async ({ url }) => {
      const { href } = storedContentUrl(url, this.#nodeUrl);
      await shell.openExternal(href).catch((cause: unknown) => {
        throw new ShellError('The system has no browser that opens this address.', { cause });
      });
    },
    'content.saveAs': async ({ url, name }) => {
      const stored = storedContentUrl(url, this.#nodeUrl);
      const target = await this.#askWhere(name);
      if (target === undefined) return { saved: false };
      await this.#save(stored, target);
      return { saved: true };
    },
  };

  /** Ends downloads in progress and removes what they left. */
  async stop(): Promise<void> {
    this.#ending.abort();
    await Promise.allSettled(this.#running);
  }

  async #askWhere(name: string): Promise<string | undefined> {
    const options = {
      defaultPath: join(app.getPath('downloads'), safeFileName(name)),
      properties: ['createDirectory' as const, 'showOverwriteConfirmation' as const],
    };
    const window = this.#window();
    const answer = await (window ? dialog.showSaveDialog(window, options) : dialog.showSaveDialog(options));
    return answer.canceled ? undefined : answer.filePath;
  }

  async #save(url: URL, target: string): Promise<void> {
    const task = this.#progress.begin();
    const saving = saveContent({ url, target, signal: this.#ending.signal, onProgress: task.report });
    this.#running.add(saving);
    try {
      await saving;
    } finally {
      this.#running.delete(saving);
      task.end();
    }
  }
}
