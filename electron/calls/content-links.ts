import { sharedList } from '../../src/contract/dashboard-api/sharing.ts';
import { ShellError } from '../shell-error.ts';
import { say } from '../words.ts';

/**
 * The address of content that this node stores.
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
  if (!isStoredContent) throw new ShellError(say('link.notStored'));
  return parsed;
}

/**
 * The address of something that this node shares on a public node, as the node itself says.
 * @throws ShellError when `url` is anything else
 */
export async function sharedUrl(
  url: string,
  { dashboardUrl, sessionToken }: { dashboardUrl: string; sessionToken: string },
): Promise<string> {
  const refused = new ShellError(say('link.notShared'));
  const { protocol, origin } = URL.canParse(url) ? new URL(url) : { protocol: '', origin: '' };
  if (protocol !== 'https:' && protocol !== 'http:') throw refused;
  const asked = new URL(`/local/shares?host=${encodeURIComponent(origin)}`, dashboardUrl);
  const answer = await fetch(asked, { headers: { Authorization: `Bearer ${sessionToken}` } });
  const list = sharedList.safeParse(await answer.json());
  if (!list.success || !list.data.shares.some((share) => share.url === url)) throw refused;
  return url;
}
