import { ShellError } from '../core/shell-error.ts';
import { t } from '../i18n/translate.ts';

/** Returns the address of content that this node stores. @throws ShellError for any other `url` */
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
