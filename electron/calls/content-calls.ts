import { join } from 'node:path';
import { app, type BrowserWindow, dialog, shell } from 'electron';
import { ShellError } from '../shell-error.ts';
import { say } from '../words.ts';
import { sharedUrl, storedContentUrl } from './content-links.ts';
import { safeFileName } from './file-name.ts';
import type { IpcHandlers } from './ipc.ts';
import { saveContent } from './save-content.ts';
import { TaskProgress } from './task-progress.ts';

type ContentHandlers = Pick<
  IpcHandlers,
  'content.open' | 'share.open' | 'content.saveAs' | 'activity.saveAs' | 'receipt.saveAs' | 'recovery.saveAs'
>;

interface ContentCallsOptions {
  window: () => BrowserWindow | undefined;
  nodeUrl: string;
  dashboardUrl: string;
  /** For the local API, which has the activity log and receipts, and knows what is shared. */
  sessionToken: string;
}

/** Shows stored content in the system's browser, and saves it, the activity log, a receipt or a recovery file where the person says. */
export class ContentCalls {
  readonly #options: ContentCallsOptions;
  readonly #ending = new AbortController();
  readonly #running = new Set<Promise<void>>();
  readonly #progress: TaskProgress;

  constructor(options: ContentCallsOptions) {
    this.#options = options;
    this.#progress = new TaskProgress((fraction) => options.window()?.setProgressBar(fraction));
  }

  readonly handlers: ContentHandlers = {
    'content.open': async ({ url }) => {
      await openInBrowser(storedContentUrl(url, this.#options.nodeUrl).href);
    },
    'share.open': async ({ url }) => {
      await openInBrowser(await sharedUrl(url, this.#options));
    },
    'content.saveAs': async ({ url, name }) => {
      const stored = storedContentUrl(url, this.#options.nodeUrl);
      const target = await this.#askWhere(name);
      if (target === undefined) return { saved: false };
      await this.#save(stored, target, { foreign: true });
      return { saved: true };
    },
    'activity.saveAs': async ({ redact }) => {
      return this.#saveLocal(`/local/activity/export?redact=${redact ? 1 : 0}`, 'alcove-activity.ndjson');
    },
    'receipt.saveAs': async ({ licence, name }) => {
      return this.#saveLocal(`/local/library/${encodeURIComponent(licence)}/receipt`, name);
    },
    'recovery.saveAs': async ({ passphrase, name }) => {
      return this.#saveLocal('/local/recovery', name, JSON.stringify({ passphrase }));
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
    const window = this.#options.window();
    const answer = await (window ? dialog.showSaveDialog(window, options) : dialog.showSaveDialog(options));
    return answer.canceled ? undefined : answer.filePath;
  }

  /** Saves what the local API answers, which is the owner's alone. @param body JSON that is posted */
  async #saveLocal(path: string, name: string, body?: string): Promise<{ saved: boolean }> {
    const target = await this.#askWhere(name);
    if (target === undefined) return { saved: false };
    const { dashboardUrl, sessionToken } = this.#options;
    const headers = {
      Authorization: `Bearer ${sessionToken}`,
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
    };
    await this.#save(new URL(path, dashboardUrl), target, { headers, body, mode: 0o600 });
    return { saved: true };
  }

  async #save(
    url: URL,
    target: string,
    how: {
      headers?: Record<string, string>;
      body?: string | undefined;
      mode?: number;
      foreign?: boolean;
    } = {},
  ): Promise<void> {
    const task = this.#progress.begin();
    const { signal } = this.#ending;
    const saving = saveContent({ url, ...how, target, signal, onProgress: task.report });
    this.#running.add(saving);
    try {
      await saving;
    } finally {
      this.#running.delete(saving);
      task.end();
    }
  }
}

async function openInBrowser(url: string): Promise<void> {
  await shell.openExternal(url).catch((cause: unknown) => {
    throw new ShellError(say('browser.none'), { cause });
  });
}
