import { contentIdOf, parseContentId } from '../../blobs/content-id.ts';
import { NodeError } from '../../core/node-error.ts';
import type { RawAddress } from '../../core/ton-address.ts';
import { depositOf, maxMetadataCells, registerAmount } from '../contracts/amounts.ts';
import { countCells } from '../contracts/cell-count.ts';
import { contentMetadataCell } from '../contracts/content-metadata.ts';
import { contentParamsCell } from '../contracts/content-params.ts';
import { registerContent } from '../contracts/messages.ts';
import { type Draft, paySeparately } from './draft.ts';
import type { Market, StoredContents } from './surroundings.ts';
import { invalid, priceOf, sharesOf } from './terms.ts';

/** What is registered, as it was asked for: ids in any spelling, prices in nanoTON. */
export interface Registration {
  contentId: string;
  title: string;
  description: string;
  authors: string[];
  hashtags: string[];
  /** Empty where there is none. */
  coverId: string;
  price: string | number;
  resalePrice: string | number;
  allowResale: boolean;
  downloadable: boolean;
  royalties: { address: string; value: number }[];
}

export interface RegisterContext {
  platform: RawAddress;
  market: Market;
  contents: StoredContents;
  user: string;
  /** Who is to own it; null: whoever pays. */
  recipient: RawAddress | null;
}

/**
 * @throws NodeError `invalid_content_id`, `unsupported_content_id`, `content_not_found`, `blocked`,
 * `already_registered`, `invalid_request`
 */
export function registerDraft(asked: Registration, context: RegisterContext): Draft {
  const { market, contents, platform, user, recipient } = context;
  const { sha256 } = parseContentId(asked.contentId);
  if (contents.isBlocked(sha256)) throw new NodeError('blocked', 'This content is blocked on this node.');
  const stored = contents.find(sha256, user);
  if (!stored) throw new NodeError('content_not_found', 'The content is not stored here. Upload it first.');
  refuseRegistered(market, sha256);

  const cover = asked.coverId === '' ? undefined : parseContentId(asked.coverId).sha256;
  if (cover && !contents.find(cover, user)) throw invalid('image', 'is not stored here; upload it first');
  const metadata = contentMetadataCell(
    {
      title: asked.title,
      description: asked.description,
      authors: asked.authors,
      hashtags: asked.hashtags,
      contentId: contentIdOf(sha256),
      imageId: cover ? contentIdOf(cover) : '',
      contentType: stored.contentType,
      size: stored.size,
      keyHash: null,
    },
    cover && contents.coverUrl(cover),
  );
  const cells = countCells(metadata);
  if (cells > maxMetadataCells) throw invalid('description', 'is too long for the chain; shorten it');
  const params = {
    price: priceOf('price', asked.price),
    resalePrice: priceOf('resale_price', asked.resalePrice),
    allowResale: asked.allowResale,
    downloadable: asked.downloadable,
    shares: sharesOf('royalties', asked.royalties),
    metadata,
  };
  const body: Draft['body'] = (query) => registerContent({ ...query, owner: recipient, params });
  return {
    kind: 'register',
    title: asked.title,
    // Whoever it is for: of two registrations of one file the second is paid in vain.
    purpose: `register ${sha256.toString('hex')}`,
    terms: contentParamsCell(params).hash().toString('hex'),
    target: platform,
    recipient,
    amount: registerAmount(cells),
    deposit: depositOf(cells),
    price: params.price,
    sha256,
    bounce: true,
    sendMode: paySeparately,
    body,
  };
}

function refuseRegistered(market: Market, sha256: Buffer): void {
  const known = market.byFile(sha256);
  if (!known) return;
  throw new NodeError('already_registered', `This content is on the chain already, as “${known.title}”.`);
}
