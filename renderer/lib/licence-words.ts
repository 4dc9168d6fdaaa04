import type { LicenceKind } from '../../src/contract/local-chain.ts';
import { priceWords } from './ton.ts';

/** Shares are parts of this many. */
const wholeShare = 10_000;

const uses: Record<string, string> = { audio: 'listen', video: 'watch', image: 'view', text: 'read' };

/** What one does with a file of this type: `listen`, `watch`, … */
function useOf(contentType: string): string {
  return uses[contentType.split('/', 1)[0] ?? ''] ?? 'use it';
}

/** `Licence to listen`, `Licence to resell` */
export function licenceWords(kind: LicenceKind, contentType: string): string {
  return kind === 'resale' ? 'Licence to resell' : `Licence to ${useOf(contentType)}`;
}

/** `12.5%` for 1250 of 10,000, exactly. */
export function shareWords(share: number): string {
  return `${share / 100}%`;
}

/** What of an amount goes to a share: rounded down, as the contracts do. */
export function partOf(nanoTon: bigint | string, share: number): bigint {
  return (BigInt(nanoTon) * BigInt(share)) / BigInt(wholeShare);
}

interface Terms {
  content_type: string;
  price: string;
  resale_price: string;
  allow_resale: boolean;
  downloadable: boolean;
}

/** What a buyer may do, and what it costs, in sentences. */
export function termsWords(terms: Terms, resaleShare: number): string[] {
  const { content_type: type, price, resale_price: resalePrice, allow_resale: allowResale } = terms;
  const cost = (nano: string) => (BigInt(nano) === 0n ? 'costs nothing' : `costs ${priceWords(nano)}, once`);
  return [
    `A licence to ${useOf(type)} ${cost(price)}. It stays with the wallet that buys it.`,
    allowResale
      ? `A licence to resell ${cost(resalePrice)}. It is good for the same, and you may sell it on or give it away. Of each later sale, ${shareWords(resaleShare)} goes to the authors.`
      : 'Licences that can be sold on are not for sale.',
    terms.downloadable
      ? 'Whoever has a licence may save the file.'
      : 'The author does not want the file to be saved: it is only shown.',
  ];
}
