import { shell } from 'electron';
import { signInState } from '../../src/contract/dashboard-api/auth.ts';
import { sharedList } from '../../src/contract/dashboard-api/sharing.ts';
import { ShellError } from '../core/shell-error.ts';
import { t } from '../i18n/translate.ts';
import type { IpcHandlersOf } from '../ipc/serve-ipc.ts';
import type { DashboardClient } from '../node/dashboard-client.ts';
import { storedContentUrl } from './stored-content-url.ts';

/** Time limit of requests to the practice wallet app. */
const walletMs = 5000;

interface LinkOptions {
  nodeUrl: string;
  api: DashboardClient;
}

/**
 * Returns the handlers that open an address in the system's browser: stored content, what the node lists as shared, and
 * the practice wallet app. They refuse every other address.
 */
export const linkHandlers = ({
  nodeUrl,
  api,
}: LinkOptions): Pick<
  IpcHandlersOf<'content' | 'share' | 'practiceWallet'>,
  'content.open' | 'share.open' | 'practiceWallet.open'
> => ({
  'content.open': async ({ url }) => {
    await openInBrowser(storedContentUrl(url, nodeUrl).href);
  },
  'share.open': async ({ url }) => {
    await openInBrowser(await sharedUrl(url, api));
  },
  'practiceWallet.open': async ({ url }) => {
    await openInBrowser(await oneTimeLink(await practiceWalletUrl(url, api)));
  },
});

async function openInBrowser(url: string): Promise<void> {
  await shell.openExternal(url).catch((cause: unknown) => {
    throw new ShellError(t('browser.none'), { cause });
  });
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
