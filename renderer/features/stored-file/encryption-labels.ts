import type { Encryption, LocalContent } from '../../../src/contract/dashboard-api/content.ts';
import { formatBytes, formatPercent } from '../../lib/format/format.ts';
import { t } from '../../lib/i18n/language.ts';
import { messageText } from '../../lib/i18n/node-messages.ts';
import { viewerKindOf } from '../../viewer/messages.ts';

/** Returns the media type of the plain file. */
export function plainType({
  content_type: type,
  encrypted,
}: Pick<LocalContent, 'content_type' | 'encrypted'>): string {
  return encrypted?.plain_type ?? type;
}

/** Returns the file name of the plain file. */
export function plainName({ name, encrypted }: Pick<LocalContent, 'name' | 'encrypted'>): string {
  return encrypted ? name.replace(/\.age$/, '') : name;
}

/** Returns whether a file is restricted to the owner of this node because it is prepared for sale. */
export function isRestrictedForSale({ encryption }: Pick<LocalContent, 'encryption'>): boolean {
  return encryption !== null && encryption.state !== 'failed';
}

/** Returns what the sale of a content means for its files; null if it is neither sold nor prepared for sale. */
export function saleLabel({
  encrypted,
  encryption,
}: Pick<LocalContent, 'encrypted' | 'encryption'>): string | null {
  if (encrypted) return t(encrypted.key ? 'content.sale.keyHere' : 'content.sale.keyNotHere');
  switch (encryption?.state) {
    case undefined:
      return null;
    case 'encrypting':
      return t('content.sale.encrypting', { progress: encryptionLabel(encryption) });
    case 'encrypted':
      return t('content.sale.encrypted');
    case 'failed':
      return encryption.message === null ? t('content.sale.failed') : messageText(encryption.message);
  }
}

/** Returns the name of the state of a file that is prepared for sale, and its colour of the theme. */
export function saleStateLabel({ state, done_bytes: done, size }: Encryption): {
  label: string;
  color: string;
} {
  const share = formatPercent(size === 0 ? 1 : done / size);
  return { label: t(`content.sale.state.${state}`, { share }), color: state === 'failed' ? 'red' : 'alcove' };
}

/** Returns the progress: `Encrypting, 40% of 2.1 GB`; the second half verifies the encrypted file. */
export function encryptionLabel({ done_bytes: done, size }: Pick<Encryption, 'done_bytes' | 'size'>): string {
  return t(`content.sale.progress.${done * 2 <= size ? 'encrypting' : 'checking'}`, {
    share: formatPercent(size === 0 ? 1 : done / size),
    size: formatBytes(size / 2),
  });
}

/** Returns whether the app can show the content, and has its content key if it is encrypted. */
export function canView(content: Pick<LocalContent, 'content_type' | 'encrypted'>): boolean {
  return content.encrypted?.key !== false && viewerKindOf(plainType(content)) !== undefined;
}
