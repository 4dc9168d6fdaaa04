import { ShellError } from './shell-error.ts';

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
  if (!isStoredContent)
    throw new ShellError('Only content that is stored on this node can be opened or saved.');
  return parsed;
}
