import { sharedList } from '../../src/contract/dashboard-api/sharing.ts';
import { ShellError } from '../core/shell-error.ts';
import { t } from '../i18n/translate.ts';
import type { DashboardApi } from '../node/dashboard-api.ts';

/**
 * Returns the address of content that this node stores.
 * @param nodeUrl the origin of the node API
 * @throws ShellError when `url` is anything else: another origin, another path, with a password in it
 */
export function storedContentUrl(url: string, nodeUrl: string): URL {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  const isStoredContent =
    parsed?.origin === new URL(nodeUrl).origin &&
    parsed.pathname.startsWith('/api/v1/storage/') &&
    parsed.username === '' &&
    parsed.password === '';
  if (!isStoredContent) throw new ShellError(t('link.notStored'));
  return parsed;
}

/**
 * Returns the address of content that this node shares on a public node.
 * @throws ShellError when `url` is anything else
 */
export async function sharedUrl(url: string, api: DashboardApi): Promise<string> {
  const refused = new ShellError(t('link.notShared'));
  const { protocol, origin } = URL.canParse(url) ? new URL(url) : { protocol: '', origin: '' };
  if (protocol !== 'https:' && protocol !== 'http:') throw refused;
  const list = sharedList.safeParse(await api.get(`/local/shares?host=${encodeURIComponent(origin)}`));
  if (!list.success || !list.data.shares.some((share) => share.url === url)) throw refused;
  return url;
}
