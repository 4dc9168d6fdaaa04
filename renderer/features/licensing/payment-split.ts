import type { ChainState } from '../../../src/contract/dashboard-api/chain.ts';
import type { MarketItem } from '../../../src/contract/dashboard-api/market.ts';
import { partOf, splitAmount } from '../../../src/contract/revenue-split.ts';
import { shorten } from '../../lib/format/format.ts';
import { isSameAddress } from '../../lib/format/ton-address.ts';
import { t } from '../../lib/i18n/language.ts';
import { shareLabel } from './licence-labels.ts';

export interface Part {
  /** Recipient with its share, as in “30% to 0QAbc…xyz”. */
  to: string;
  nano: bigint;
}

type Wallets = Pick<ChainState, 'wallets'>['wallets'];
type Content = Pick<MarketItem, 'owner' | 'royalties'>;

function isOwn(address: string, wallets: Wallets): boolean {
  return wallets.some((wallet) => isSameAddress(wallet.address, address));
}

const enoughOf = (address: string) => shorten(address, 6, 6);

/** Returns `30% to 0QAbcd…uvwxyz` or `30% to you`. */
export function shareTo(address: string, share: number, wallets: Wallets): string {
  const words = { share: shareLabel(share) };
  return isOwn(address, wallets)
    ? t('wallet.split.shareYou', words)
    : t('wallet.split.share', { ...words, address: enoughOf(address) });
}

/** Returns `5% to the owner, 0QAbcd…uvwxyz`. */
export function shareToOwner(owner: string, share: number, wallets: Wallets): string {
  const words = { share: shareLabel(share) };
  return isOwn(owner, wallets)
    ? t('wallet.split.ownerYou', words)
    : t('wallet.split.owner', { ...words, address: enoughOf(owner) });
}

/** Splits a price, in nanograms. Each share is rounded down, and the owner of the content gets the remainder. */
export function splitOf(content: Content, price: bigint | string, wallets: Wallets): Part[] {
  const split = splitAmount(
    BigInt(price),
    content.royalties.map(({ value }) => value),
  );
  const shares = content.royalties.map(({ address, value }, index) => ({
    to: shareTo(address, value, wallets),
    nano: split.shares[index] as bigint,
  }));
  const owner = isOwn(content.owner, wallets)
    ? t('wallet.split.authorYou')
    : t('wallet.split.author', { address: enoughOf(content.owner) });
  return split.owner > 0n || shares.length === 0 ? [...shares, { to: owner, nano: split.owner }] : shares;
}

/** Splits the price of a resold licence. The royalties go to the authors, and the seller gets the remainder. */
export function resaleSplit(
  seller: string,
  price: bigint | string,
  resaleShare: number,
  wallets: Wallets,
): Part[] {
  const sellerLabel = isOwn(seller, wallets)
    ? t('wallet.split.sellerYou')
    : t('wallet.split.seller', { address: enoughOf(seller) });
  const royalty = partOf(BigInt(price), resaleShare);
  return [
    { to: sellerLabel, nano: BigInt(price) - royalty },
    { to: t('wallet.split.authors', { share: shareLabel(resaleShare) }), nano: royalty },
  ];
}
