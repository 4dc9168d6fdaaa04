import type { LocalContent, Sealing, Share } from '../../src/contract/local.ts';
import { formatBytes, formatPercent } from './format.ts';

/** The type of what a content holds, decrypted where it is encrypted. */
export function heldType({
  content_type: type,
  sealed,
}: Pick<LocalContent, 'content_type' | 'sealed'>): string {
  return sealed?.plain_type ?? type;
}

/** The file name of what a content holds, decrypted where it is encrypted. */
export function heldName({ name, sealed }: Pick<LocalContent, 'name' | 'sealed'>): string {
  return sealed ? name.replace(/\.age$/, '') : name;
}

/** Whether only the owner of this node gets it, as it is to be sold. */
export function isClosedForSale({ sealing }: Pick<LocalContent, 'sealing'>): boolean {
  return sealing !== null && sealing.state !== 'failed';
}

/** What it means that a content is sold, or about to be; null: it is neither. */
export function saleWords({ sealed, sealing }: Pick<LocalContent, 'sealed' | 'sealing'>): string | null {
  if (sealed) {
    return sealed.key
      ? 'Encrypted, and its key is here. Others get the encrypted file; it opens for those who have a licence.'
      : 'Encrypted, and its key is not here. It opens once you have bought a licence.';
  }
  switch (sealing?.state) {
    case undefined:
      return null;
    case 'sealing':
      return `It is being encrypted for sale, and only you can open it. ${sealingWords(sealing)}`;
    case 'sealed':
      return 'It is put up for sale. Only you can open it here; others get its encrypted file.';
    case 'failed':
      return sealing.message ?? 'It could not be encrypted.';
  }
}

/** What the state of a file is called that is to be sold, and its colour of the theme. */
export function saleStateWords({ state, done_bytes: done, size }: Sealing): { label: string; color: string } {
  switch (state) {
    case 'sealing':
      return { label: `Being encrypted, ${formatPercent(size === 0 ? 1 : done / size)}`, color: 'alcove' };
    case 'sealed':
      return { label: 'Put up for sale', color: 'alcove' };
    case 'failed':
      return { label: 'Not encrypted', color: 'red' };
  }
}

/** `Encrypting, 40% of 2.1 GB`; the second half reads back what was made. */
export function sealingWords({ done_bytes: done, size }: Pick<Sealing, 'done_bytes' | 'size'>): string {
  const step = done * 2 <= size ? 'Encrypting' : 'Checking what was encrypted';
  return `${step}, ${formatPercent(size === 0 ? 1 : done / size)} of ${formatBytes(size / 2)}`;
}

/** Whether a node that has an encrypted file can open it for buyers; null: it is not encrypted. */
export function shareKeyWords(key: Share['key']): string | null {
  switch (key) {
    case 'none':
      return null;
    case 'waiting':
      return 'That node gets the key once it has seen the sale on the chain. Until then buyers wait.';
    case 'deposited':
      return 'That node has the key: who buys a licence gets it there, also while this computer is off.';
    case 'failed':
      return 'That node did not take the key, so buyers do not get it there.';
  }
}
