import type { ChainState, MarketItem } from '../../src/contract/local-chain.ts';
import { shorten } from './format.ts';
import { partOf, shareWords } from './licence-words.ts';
import { isSameAddress } from './ton-address.ts';

export interface Part {
  /** Who gets it, as in “30% to 0QAbc…xyz”. */
  to: string;
  nano: bigint;
}

type Wallets = Pick<ChainState, 'wallets'>['wallets'];
type Content = Pick<MarketItem, 'owner' | 'royalties'>;

/** `you`, or enough of an address to compare it. */
export function whoIs(address: string, wallets: Wallets): string {
  return wallets.some((wallet) => isSameAddress(wallet.address, address)) ? 'you' : shorten(address, 6, 6);
}

/** Who gets what of a price, to the nanoTON: each share rounded down, the rest to who owns the content. */
export function splitOf(content: Content, price: bigint | string, wallets: Wallets): Part[] {
  const shares = content.royalties.map(({ address, value }) => ({
    to: `${shareWords(value)} to ${whoIs(address, wallets)}`,
    nano: partOf(price, value),
  }));
  const rest = BigInt(price) - shares.reduce((sum, { nano }) => sum + nano, 0n);
  const owner = `To the author’s wallet, ${whoIs(content.owner, wallets)}`;
  return rest > 0n || shares.length === 0 ? [...shares, { to: owner, nano: rest }] : shares;
}

/** The same for a licence that is resold: a share to the authors, the rest to who sells it. */
export function resaleSplit(
  seller: string,
  price: bigint | string,
  resaleShare: number,
  wallets: Wallets,
): Part[] {
  const royalty = partOf(price, resaleShare);
  return [
    { to: `To who sells it, ${whoIs(seller, wallets)}`, nano: BigInt(price) - royalty },
    { to: `${shareWords(resaleShare)} to the authors`, nano: royalty },
  ];
}
