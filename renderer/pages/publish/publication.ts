import type { LocalContent } from '../../../src/contract/local.ts';
import type { ChainState, OrderRequest, Payer } from '../../../src/contract/local-chain.ts';
import { parseTon, tonWords } from '../../lib/ton.ts';
import { readShares, type TypedShare } from './shares.ts';

/** What a person has filled in to publish a content, as typed. */
export interface Publication {
  title: string;
  description: string;
  authors: string[];
  hashtags: string[];
  coverId: string | null;
  price: string;
  allowResale: boolean;
  resalePrice: string;
  downloadable: boolean;
  shares: TypedShare[];
}

type RegisterRequest = Extract<OrderRequest, { kind: 'register' }>;

/** What contracts take at most, in nanoTON. */
const mostPrice = 2n ** 63n - 1n;

/** What the form begins with: what is known of the content already. */
export function publicationOf(content: LocalContent): Publication {
  const { title, description, authors, hashtags, cover_id: coverId } = content;
  return {
    title,
    description,
    authors,
    hashtags,
    coverId,
    price: '',
    allowResale: false,
    resalePrice: '',
    downloadable: true,
    shares: [],
  };
}

/** Why an amount is no price, for the person who typed it; null where it is one. */
export function priceProblem(nano: bigint, leastPrice: string): string | null {
  if (nano > mostPrice) return 'That is more than there is';
  return nano === 0n || nano >= BigInt(leastPrice) ? null : `At least ${tonWords(leastPrice)}, or 0: free`;
}

/** A price as typed, in nanoTON; null where it is none that the chain takes. */
export function readPrice(typed: string, leastPrice: string): bigint | null {
  const { nano } = parseTon(typed);
  return nano === undefined || priceProblem(nano, leastPrice) !== null ? null : nano;
}

/** What is asked of the chain; null while something is missing or wrong. */
export function registrationOf(
  typed: Publication,
  { contentId, payWith, chain }: { contentId: string; payWith: Payer; chain: ChainState },
): RegisterRequest | null {
  const least = chain.costs.least_price;
  const price = readPrice(typed.price, least);
  const resalePrice = typed.allowResale ? readPrice(typed.resalePrice, least) : 0n;
  const royalties = readShares(typed.shares, isTestChain(chain));
  const title = typed.title.trim();
  if (price === null || resalePrice === null || royalties === null || title === '') return null;
  return {
    kind: 'register',
    pay_with: payWith,
    content_id: contentId,
    title,
    description: typed.description.trim(),
    authors: typed.authors,
    hashtags: typed.hashtags,
    cover_id: typed.coverId,
    price: price.toString(),
    resale_price: resalePrice.toString(),
    allow_resale: typed.allowResale,
    downloadable: typed.downloadable,
    royalties,
  };
}

/** Whether its money is worth nothing, and its addresses say so. */
export function isTestChain({ network }: Pick<ChainState, 'network'>): boolean {
  return network !== 'mainnet';
}
