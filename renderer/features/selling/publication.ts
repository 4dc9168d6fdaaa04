import type { ChainState } from '../../../src/contract/dashboard-api/chain.ts';
import type { LocalContent } from '../../../src/contract/dashboard-api/content.ts';
import { artistAsAuthor } from '../../../src/contract/dashboard-api/library/artist-as-author.ts';
import type { OrderRequest } from '../../../src/contract/dashboard-api/orders.ts';
import { readTon } from '../../ui/forms/ton-field.tsx';
import { viewerKindOf } from '../../viewer/messages.ts';
import { priceProblem } from '../licensing/index.ts';
import { type Details, detailsOf, shownTitle } from '../stored-file/index.ts';
import { readRevenueSplit, type TypedShare } from './revenue-split.ts';

/** The form to sell a content, as entered. */
export interface Publication extends Omit<Details, 'published'> {
  /** Whether the picture of the file becomes its cover if it has no other one. */
  usesFilePicture: boolean;
  price: string;
  allowResale: boolean;
  resalePrice: string;
  downloadable: boolean;
  /** A stored content that users without a licence can open; null if there is none. */
  previewId: string | null;
  shares: TypedShare[];
  /** The public node that serves buyers; null: none; undefined: not selected yet. */
  host?: string | null;
}

/** The order without its payer. */
export type RegistrationRequest = Omit<Extract<OrderRequest, { kind: 'register' }>, 'pay_with'>;

/** Returns the initial form from the record of a content, and from the tags and the picture in its file. */
export function publicationOf(content: LocalContent): Publication {
  const { published: _, ...details } = detailsOf(content);
  return {
    ...details,
    title: shownTitle(content, details.title),
    authors: details.authors.length > 0 ? details.authors : artistAsAuthor(content.media?.artist),
    usesFilePicture: content.thumbnail_url !== null && !isWholeWork(content),
    price: '',
    allowResale: false,
    resalePrice: '',
    downloadable: true,
    previewId: null,
    shares: [],
  };
}

/** Returns a form with its draft; a picture that the file has no longer is not used. */
export function withDraft(content: LocalContent, draft: Partial<Publication> | undefined): Publication {
  const publication = { ...publicationOf(content), ...draft };
  return { ...publication, usesFilePicture: publication.usesFilePicture && content.thumbnail_url !== null };
}

/**
 * Returns whether the picture of a file may show all of it at a smaller size, as that of a photo or of a PDF with one
 * page, so that its author decides whether everyone sees it.
 */
export function isWholeWork({
  content_type: type,
  media,
}: Pick<LocalContent, 'content_type' | 'media'>): boolean {
  const kind = viewerKindOf(type);
  return kind === 'image' || (kind === 'pdf' && (media?.pages ?? 1) <= 1);
}

/** Returns the order without its payer; null while the form is incomplete or invalid. */
export function registrationOf(
  typed: Publication,
  { contentId, chain }: { contentId: string; chain: ChainState },
): RegistrationRequest | null {
  const check = (nano: bigint) => priceProblem(nano, chain.costs.least_price);
  const price = readTon(typed.price, check);
  const resalePrice = typed.allowResale ? readTon(typed.resalePrice, check) : 0n;
  const royalties = readRevenueSplit(typed.shares, isTestChain(chain));
  const title = typed.title.trim();
  if (price === null || resalePrice === null || royalties === null || title === '') return null;
  return {
    kind: 'register',
    content_id: contentId,
    title,
    description: typed.description.trim(),
    authors: typed.authors,
    hashtags: typed.hashtags,
    cover_id: typed.coverId,
    preview_id: typed.previewId,
    price: price.toString(),
    resale_price: resalePrice.toString(),
    allow_resale: typed.allowResale,
    downloadable: typed.downloadable,
    royalties,
    ...(typed.host && { host: typed.host }),
  };
}

/** Returns whether the chain uses test money, and therefore test addresses. */
export function isTestChain({ network }: Pick<ChainState, 'network'>): boolean {
  return network !== 'mainnet';
}

/** Returns whether the picture of the file must still be stored as the cover. */
export const lacksCover = ({ coverId, usesFilePicture }: Publication): boolean =>
  usesFilePicture && coverId === null;
