import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { type BrowserWindow, shell } from 'electron';
import { signInState } from '../../src/contract/dashboard-api/auth.ts';
import { sharedList } from '../../src/contract/dashboard-api/sharing.ts';
import { ShellError } from '../core/shell-error.ts';
import { chooseFolder, chooseTarget } from '../files/dialogs.ts';
import { t } from '../i18n/translate.ts';
import type { IpcHandlersOf } from '../ipc/serve-ipc.ts';
import type { DashboardClient } from '../node/dashboard-client.ts';
import { type DownloadOptions, download } from './download.ts';
import { DownloadProgress } from './download-progress.ts';
import { safeFileName } from './file-name.ts';

/** Time limit of requests to the practice wallet app. */
const walletMs = 5000;

interface ContentHandlersOptions {
  window: () => BrowserWindow | undefined;
  nodeUrl: string;
  api: DashboardClient;
}

/** Opens stored content in the system's browser, and downloads content and documents of the node to chosen files. */
export class ContentHandlers {
  readonly #options: ContentHandlersOptions;
  readonly #stopping = new AbortController();
  readonly #running = new Set<Promise<void>>();
  readonly #progress: DownloadProgress;
  /** The paths of chosen folders by random ids, because a page never names a path. */
  readonly #folders = new Map<string, string>();

  constructor(options: ContentHandlersOptions) {
    this.#options = options;
    this.#progress = new DownloadProgress((fraction) => options.window()?.setProgressBar(fraction));
  }

  readonly handlers: IpcHandlersOf<
    'content' | 'share' | 'practiceWallet' | 'activity' | 'receipt' | 'recovery'
  > = {
    'content.open': async ({ url }) => {
      await openInBrowser(storedContentUrl(url, this.#options.nodeUrl).href);
    },
    'share.open': async ({ url }) => {
      await openInBrowser(await sharedUrl(url, this.#options.api));
    },
    'practiceWallet.open': async ({ url }) => {
      await openInBrowser(await oneTimeLink(await practiceWalletUrl(url, this.#options.api)));
    },
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

async function openInBrowser(url: string): Promise<void> {
  await shell.openExternal(url).catch((cause: unknown) => {
    throw new ShellError(t('browser.none'), { cause });
  });
}

/** Returns the address of content that this node stores. @throws ShellError for any other `url` */
function storedContentUrl(url: string, nodeUrl: string): URL {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  const isStoredContent =
    parsed?.origin === new URL(nodeUrl).origin &&
    parsed.pathname.startsWith('/api/v1/storage/') &&
    parsed.username === '' &&
    parsed.password === '';
  if (!isStoredContent) throw new ShellError(t('link.notStored'));
  return parsed;
}

/** Returns the address of the practice wallet app's page. @throws ShellError for any other `url` */
async function practiceWalletUrl(url: string, api: DashboardClient): Promise<string> {
  const pages = signInState.safeParse(await api.get('/local/sign-in')).data?.wallet_apps ?? [];
  if (pages.some(({ page_url: page }) => page !== null && url.startsWith(page))) return url;
  throw new ShellError(t('link.notWallet'));
}

/** Returns a link that opens a page of the practice wallet app once. @throws ShellError when the app does not run */
async function oneTimeLink(url: string): Promise<string> {
  const refused = (cause?: unknown) => new ShellError(t('link.notWallet'), { cause });
  const response = await fetch(url, { method: 'POST', signal: AbortSignal.timeout(walletMs) }).catch(
    (cause) => {
      throw refused(cause);
    },
  );
  const link = await response.text();
  if (!response.ok || !link.startsWith(`${new URL(url).origin}/`)) throw refused();
  return link;
}

/**
 * Returns the address or the share page of a content that this node shares on a public node.
 * @throws ShellError for any other `url`
 */
async function sharedUrl(url: string, api: DashboardClient): Promise<string> {
  const refused = new ShellError(t('link.notShared'));
  const { protocol, origin } = URL.canParse(url) ? new URL(url) : { protocol: '', origin: '' };
  if (protocol !== 'https:' && protocol !== 'http:') throw refused;
  const list = sharedList.safeParse(await api.get(`/local/shares?host=${encodeURIComponent(origin)}`));
  if (!list.success || !list.data.shares.some((share) => share.url === url || share.page_url === url))
    throw refused;
  return url;
}
