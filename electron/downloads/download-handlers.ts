import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { BrowserWindow } from 'electron';
import { ShellError } from '../core/shell-error.ts';
import { chooseFolder, chooseTarget } from '../files/dialogs.ts';
import { t } from '../i18n/translate.ts';
import type { IpcHandlersOf } from '../ipc/serve-ipc.ts';
import { storedContentUrl } from '../links/stored-content-url.ts';
import type { DashboardClient } from '../node/dashboard-client.ts';
import { type DownloadOptions, download } from './download.ts';
import { DownloadProgress } from './download-progress.ts';
import { safeFileName } from './file-name.ts';

interface DownloadHandlersOptions {
  window: () => BrowserWindow | undefined;
  nodeUrl: string;
  api: DashboardClient;
}

/** Downloads content and documents of the node to chosen files. */
export class DownloadHandlers {
  readonly #options: DownloadHandlersOptions;
  readonly #stopping = new AbortController();
  readonly #running = new Set<Promise<void>>();
  readonly #progress: DownloadProgress;
  /** The paths of chosen folders by random ids, because a page never names a path. */
  readonly #folders = new Map<string, string>();

  constructor(options: DownloadHandlersOptions) {
    this.#options = options;
    this.#progress = new DownloadProgress((fraction) => options.window()?.setProgressBar(fraction));
  }

  readonly handlers: Omit<IpcHandlersOf<'content' | 'activity' | 'receipt' | 'recovery'>, 'content.open'> = {
    'content.saveAs': ({ url, name }) => {
      return this.#save(name, { url: storedContentUrl(url, this.#options.nodeUrl), foreign: true });
    },
    'content.chooseFolder': async () => {
      const { folder } = await chooseFolder(this.#options.window());
      if (folder === null) return { folder };
      const id = randomUUID();
      this.#folders.set(id, folder);
      return { folder: id };
    },
    'content.saveInto': async ({ folder, url, name }) => {
      const path = this.#folders.get(folder);
      if (path === undefined) throw new ShellError(t('save.folderGone'));
      const source = { url: storedContentUrl(url, this.#options.nodeUrl), foreign: true };
      await this.#download({ ...source, target: join(path, safeFileName(name)), keepsExisting: true });
    },
    'activity.saveAs': ({ redact }) => {
      return this.#saveLocal(`/local/activity/export?redact=${redact ? 1 : 0}`, 'alcove-activity.ndjson');
    },
    'receipt.saveAs': ({ licence, name }) => {
      return this.#saveLocal(`/local/purchases/${encodeURIComponent(licence)}/receipt`, name);
    },
    'recovery.saveAs': ({ passphrase, name }) => {
      return this.#saveLocal('/local/recovery', name, JSON.stringify({ passphrase }));
    },
  };

  /** Cancels running downloads and removes their temporary files. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.allSettled(this.#running);
  }

  /** Saves a response of the dashboard's API, readable by the user only. @param body JSON to post */
  #saveLocal(path: string, name: string, body?: string): Promise<{ saved: boolean }> {
    const { api } = this.#options;
    const headers = { ...api.headers, ...(body !== undefined && { 'Content-Type': 'application/json' }) };
    return this.#save(name, { url: api.urlOf(path), headers, body, mode: 0o600 });
  }

  async #save(
    name: string,
    source: Omit<DownloadOptions, 'target' | 'signal' | 'onProgress'>,
  ): Promise<{ saved: boolean }> {
    const target = await chooseTarget(this.#options.window(), { name: safeFileName(name) });
    if (target === undefined) return { saved: false };
    await this.#download({ ...source, target });
    return { saved: true };
  }

  async #download(source: Omit<DownloadOptions, 'signal' | 'onProgress'>): Promise<void> {
    const task = this.#progress.begin();
    const { signal } = this.#stopping;
    const running = download({ ...source, signal, onProgress: task.report });
    this.#running.add(running);
    try {
      await running;
    } finally {
      this.#running.delete(running);
      task.end();
    }
  }
}
