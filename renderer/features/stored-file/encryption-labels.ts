import type { Encryption, LocalContent } from '../../../src/contract/dashboard-api/content.ts';
import { formatBytes, formatPercent } from '../../lib/format/format.ts';
import { t } from '../../lib/i18n/language.ts';
import { translateNodeMessage } from '../../lib/i18n/node-messages.ts';

/** The type of what a content holds, decrypted where it is encrypted. */
export function plainType({
  content_type: type,
  sealed,
}: Pick<LocalContent, 'content_type' | 'sealed'>): string {
  return sealed?.plain_type ?? type;
}

/** The file name of what a content holds, decrypted where it is encrypted. */
export function plainName({ name, sealed }: Pick<LocalContent, 'name' | 'sealed'>): string {
  return sealed ? name.replace(/\.age$/, '') : name;
}

/** Whether only the owner of this node gets it, as it is to be sold. */
export function isRestrictedForSale({ sealing }: Pick<LocalContent, 'sealing'>): boolean {
  return sealing !== null && sealing.state !== 'failed';
}

/** What it means that a content is sold, or about to be; null: it is neither. */
export function saleLabel({ sealed, sealing }: Pick<LocalContent, 'sealed' | 'sealing'>): string | null {
  if (sealed) {
    return t(sealed.key ? 'content.sale.keyHere' : 'content.sale.keyNotHere');
  }
  switch (sealing?.state) {
    case undefined:
      return null;
    case 'sealing':
      return t('content.sale.sealing', { progress: encryptionLabel(sealing) });
    case 'sealed':
      return t('content.sale.sealed');
    case 'failed':
      return sealing.message === null ? t('content.sale.failed') : translateNodeMessage(sealing.message).text;
  }
}

/** What the state of a file is called that is to be sold, and its colour of the theme. */
export function saleStateLabel({ state, done_bytes: done, size }: Encryption): {
  label: string;
  color: string;
} {
  const share = formatPercent(size === 0 ? 1 : done / size);
  return { label: t(`content.sale.state.${state}`, { share }), color: state === 'failed' ? 'red' : 'alcove' };
}

/** `Encrypting, 40% of 2.1 GB`; the second half reads back what was made. */
export function encryptionLabel({ done_bytes: done, size }: Pick<Encryption, 'done_bytes' | 'size'>): string {
  return t(`content.sale.progress.${done * 2 <= size ? 'encrypting' : 'checking'}`, {
    share: formatPercent(size === 0 ? 1 : done / size),
    size: formatBytes(size / 2),
  });
}
