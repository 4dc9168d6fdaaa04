import type { LicenceKind } from '../../../src/contract/common.ts';
import { shareDenominator } from '../../../src/contract/revenue-split.ts';
import { type FileKind, isFileKind } from '../../lib/format/file-kind.ts';
import { formatShare } from '../../lib/format/format.ts';
import { amountText, isFree } from '../../lib/format/ton.ts';
import { t } from '../../lib/i18n/language.ts';

/** Returns the verb for a media type: listen to, watch, … */
function usageKindOf(contentType: string): FileKind | 'other' {
  const [kind = ''] = contentType.split('/', 1);
  return isFileKind(kind) ? kind : 'other';
}

/** Returns `Licence to listen` or `Licence to resell`. */
export function licenceLabel(kind: LicenceKind, contentType: string): string {
  return kind === 'resale' ? t('chain.licence.resale') : t(`chain.licence.use.${usageKindOf(contentType)}`);
}

/** Returns `Buy a licence to listen` or `Buy a licence to resell`. */
export function buyLabel(kind: LicenceKind, contentType: string): string {
  return kind === 'resale'
    ? t('market.card.buy.resale')
    : t(`market.card.buy.use.${usageKindOf(contentType)}`);
}

/** Returns an exact percentage: `12.5%` for 1250 of 10,000. */
export function shareLabel(share: number): string {
  return formatShare(share / shareDenominator);
}

interface Terms {
  content_type: string;
  price: string;
  resale_price: string;
  allow_resale: boolean;
  downloadable: boolean;
}

/** Returns sentences about the rights of a buyer, and the price. */
export function describeTerms(terms: Terms, resaleShare: number): string[] {
  const { content_type: type, price, resale_price: resalePrice, allow_resale: allowResale } = terms;
  const use = usageKindOf(type);
  const share = shareLabel(resaleShare);
  return [
    isFree(price)
      ? t(`chain.terms.sentence.free.${use}`)
      : t(`chain.terms.sentence.priced.${use}`, { price: amountText(price) }),
    !allowResale
      ? t('chain.terms.sentence.noResale')
      : isFree(resalePrice)
        ? t('chain.terms.sentence.resaleFree', { share })
        : t('chain.terms.sentence.resalePriced', { price: amountText(resalePrice), share }),
    t(terms.downloadable ? 'chain.terms.sentence.downloadable' : 'chain.terms.sentence.notDownloadable'),
  ];
}
