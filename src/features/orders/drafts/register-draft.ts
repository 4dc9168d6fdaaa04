import { manifestType } from '../../../contract/collections/media-types.ts';
import type { Message } from '../../../contract/messages/message.ts';
import type { Clock } from '../../../core/clock.ts';
import { contentNotStored } from '../../../core/content-errors.ts';
import { contentIdOf, parseContentId } from '../../../core/content-id.ts';
import { message } from '../../../core/messages/message.ts';
import { NodeError } from '../../../core/node-error.ts';
import type { RawAddress } from '../../../core/ton/ton-address.ts';
import type { Registrant } from '../../../crypto/age/registrant.ts';
import { countCells, maxMetadataCells } from '../../chain/index.ts';
import { contentMetadataCell, contentParamsCell, newestGeneration } from '../../chain/runtime.ts';
import type { EncryptedFile, Market, StoredContents } from '../order-context.ts';
import { otherTermsError } from '../place-order.ts';
import type { OrderRepository } from '../repository/order-repository.ts';
import type { ContractFees } from './contract-fees.ts';
import { type Draft, paySeparately, type RequiredFee } from './draft.ts';
import { invalid, priceOf, royaltiesOf } from './terms.ts';

/** A requested registration: ids in any spelling, prices in nanograms. */
export interface Registration {
  contentId: string;
  title: string;
  description: string;
  authors: string[];
  hashtags: string[];
  /** Empty when there is none. */
  coverId: string;
  /** Empty when there is none. */
  previewId: string;
  price: string;
  resalePrice: string;
  allowResale: boolean;
  downloadable: boolean;
  royalties: { address: string; value: number }[];
  /** The public node that gets the file once it is registered. */
  host?: string | undefined;
}

export interface RegisterContext {
  /** The one in which it is registered. */
  platform: RawAddress;
  market: Market;
  contents: StoredContents;
  orders: Pick<OrderRepository, 'hasRegistered' | 'open'>;
  clock: Clock;
  contractFees: ContractFees;
  user: string;
  /** The new owner; null: the payer. */
  recipient: RawAddress | null;
  /** The network, and the wallet that will send the registration; undefined: it is not known. */
  registrant: Registrant | undefined;
  /** The encrypted file, which is registered when there is a price. */
  encrypted?: EncryptedFile | undefined;
}

/**
 * Encrypts a file with a price after all other checks.
 * @returns undefined for free content
 * @throws errors of `quotedRegistration`, NodeError `encrypting`, `not_yours`, `order_open`, `insufficient_storage`
 */
export async function prepareContent(
  asked: Registration,
  context: RegisterContext,
): Promise<EncryptedFile | undefined> {
  const draft = await quotedRegistration(asked, context);
  const { sha256 } = parseContentId(asked.contentId);
  if (isForSale(asked)) {
    const open = context.orders.open({ ...draft, user: context.user });
    // The file has an open order without a price, so encryption must not restrict it.
    if (open?.price === 0n && open.sha256?.equals(plainOf(sha256, context)))
      throw otherTermsError(open, context.clock());
    const encrypted = await context.contents.encrypt(sha256, context.user, context.registrant);
    // An open order is refused or returned when it is placed.
    if (!open) refuseOthers(encrypted.sha256, context);
    return encrypted;
  }
  await context.contents.liftRestriction(sha256, context.user);
  return undefined;
}

/**
 * Drafts a registration for a quote, with placeholders for the key hash and the list of a collection, because nothing
 * is encrypted yet.
 * @throws errors of `registerDraft`, NodeError `chain_unavailable`
 */
export async function quotedRegistration(asked: Registration, context: RegisterContext): Promise<Draft> {
  const plain = registerDraft(asked, context);
  const { sha256 } = parseContentId(asked.contentId);
  // What was encrypted here is encrypted anew for another wallet.
  if (!context.contents.isEncrypted(sha256)) refuseOthers(sha256, context);
  await checkCover(asked, context);
  const stored = context.contents.find(sha256, context.user);
  const publicManifest = stored?.contentType === manifestType ? Buffer.alloc(32) : undefined;
  const encrypted = stored &&
    isForSale(asked) && { ...stored, sha256, keyHash: Buffer.alloc(32), publicManifest };
  const draft = encrypted ? registerDraft(asked, { ...context, encrypted }) : plain;
  await context.contractFees.check(draft);
  return draft;
}

/**
 * Refuses a file that names another wallet on this network, because no node would count the registration.
 * @throws NodeError `not_yours`
 */
function refuseOthers(sha256: Buffer, { contents, registrant }: RegisterContext): void {
  const named = contents.registrantOf(sha256);
  if (!named || named.network !== registrant?.network || named.wallet === registrant.wallet) return;
  throw new NodeError('not_yours', 'orders.otherRegistrant');
}

/** Checks that the cover can be shown in lists. @throws NodeError `invalid_request` */
async function checkCover({ coverId }: Registration, { contents }: RegisterContext): Promise<void> {
  if (coverId === '') return;
  const fault = await contents.coverProblem(parseContentId(coverId).sha256);
  if (fault !== undefined) throw invalid('image', fault);
}

const isForSale = ({ price, resalePrice, allowResale }: Registration): boolean =>
  BigInt(price) > 0n || (allowResale && BigInt(resalePrice) > 0n);

/**
 * @throws NodeError `invalid_content_id`, `unsupported_content_id`, `content_not_found`, `blocked`,
 * `already_registered`, `invalid_request`
 */
function registerDraft(asked: Registration, context: RegisterContext): Draft {
  const { contents, platform, user, recipient, encrypted } = context;
  const asPlain = parseContentId(asked.contentId).sha256;
  const sha256 = encrypted?.sha256 ?? asPlain;
  if (contents.isBlocked(asPlain)) throw new NodeError('blocked', 'orders.fileBlocked');
  const plain = plainOf(asPlain, context);
  const warning = registeredBefore([plain, ...contents.encryptedOf(plain)], context);
  const stored = contents.find(sha256, user);
  if (!stored) throw contentNotStored();
  if (!isForSale(asked) && contents.isEncrypted(asPlain)) throw invalid('content', 'orders.isEncrypted');

  const { contentType } = encrypted ?? stored;
  const cover = coverOf(asked, asPlain, context);
  const preview = previewOf(asked, { plain: asPlain, contentType }, context);
  const metadata = contentMetadataCell(
    {
      title: asked.title,
      description: asked.description,
      authors: asked.authors,
      hashtags: asked.hashtags,
      contentId: contentIdOf(sha256),
      imageId: cover ? contentIdOf(cover) : '',
      previewId: preview ? contentIdOf(preview) : '',
      contentType,
      size: stored.size,
      keyHash: encrypted?.keyHash.toString('hex') ?? null,
    },
    urlsOf({ cover, preview }, context),
  );
  const cells = countCells(metadata);
  if (cells > maxMetadataCells) throw invalid('description', 'orders.isTooLong');
  const params = {
    price: priceOf('price', asked.price),
    resalePrice: priceOf('resale_price', asked.resalePrice),
    allowResale: asked.allowResale,
    downloadable: asked.downloadable,
    royalties: royaltiesOf('royalties', asked.royalties),
    metadata,
  };
  const { amounts, messages } = newestGeneration;
  const body: Draft['body'] = (query) => messages.registerContent({ ...query, owner: recipient, params });
  return {
    kind: 'register',
    title: asked.title,
    // The same for every recipient and encryption, because a second registration would waste its fee.
    purpose: `register ${plain.toString('hex')}`,
    terms: contentParamsCell(params).hash().toString('hex'),
    target: platform,
    recipient,
    amount: amounts.register(cells),
    fee: registrationFee(platform, params.royalties.length, cells),
    deposit: amounts.contentDeposit(cells),
    price: params.price,
    ...(warning && { warning }),
    ...{ sha256, host: asked.host },
    bounce: true,
    sendMode: paySeparately,
    body,
  };
}

/** Drafts a prepared registration. @throws errors of `registerDraft`, NodeError `encrypting` */
export function preparedDraft(asked: Registration, context: RegisterContext): Draft {
  if (context.encrypted) context.contents.checkForSale(context.encrypted.sha256);
  return registerDraft(asked, context);
}

const registrationFee = (platform: RawAddress, shares: number, cells: number): RequiredFee => ({
  kind: 'register',
  ...{ platform, shares, cells, attached: newestGeneration.amounts.register(cells) },
});

/** Returns the plain file of a work; every encryption of it is another file. */
const plainOf = (sha256: Buffer, { contents }: Pick<RegisterContext, 'contents'>): Buffer =>
  contents.plainOf(sha256) ?? sha256;

/** Returns the hash of the cover, if any. @throws NodeError `invalid_request` */
function coverOf(
  asked: Registration,
  plain: Buffer,
  { contents, user }: RegisterContext,
): Buffer | undefined {
  if (asked.coverId === '') return undefined;
  const cover = parseContentId(asked.coverId).sha256;
  if (!contents.find(cover, user)) throw invalid('image', 'orders.isNotStored');
  if (cover.equals(plain) && isForSale(asked)) throw invalid('image', 'orders.mustNotBeEncrypted');
  if (contents.isRestricted(cover)) throw invalid('image', 'orders.mustNotBeSold');
  return cover;
}

/** Returns the URLs of pictures and previews for wallets, which cannot show the list of a collection. */
const urlsOf = (
  { cover, preview }: { cover: Buffer | undefined; preview: Buffer | undefined },
  { contents, encrypted }: RegisterContext,
) => ({
  image: cover && contents.publicUrl(cover),
  preview: encrypted?.publicManifest ? undefined : preview && contents.publicUrl(preview),
});

/** Returns the hash of the preview, if any. @throws NodeError `invalid_request` */
function previewOf(
  asked: Registration,
  { plain, contentType }: { plain: Buffer; contentType: string },
  { contents, user, encrypted }: RegisterContext,
): Buffer | undefined {
  if (encrypted?.publicManifest) return encrypted.publicManifest;
  if (asked.previewId === '') return undefined;
  const preview = parseContentId(asked.previewId).sha256;
  if (!contents.find(preview, user)) throw invalid('preview', 'orders.isNotStored');
  if (preview.equals(plain)) throw invalid('preview', 'content.previewSame');
  const fault = contents.previewProblem(preview, contentType);
  if (fault !== undefined) throw invalid('preview', fault);
  return preview;
}

/**
 * Refuses a file that this user has registered. Registrations by others only cause a warning, because anybody can
 * register any file and could keep the author from registering it.
 * @throws NodeError `already_registered`
 */
function registeredBefore(
  files: readonly Buffer[],
  { market, orders, user }: RegisterContext,
): Message | undefined {
  const known = files.map((sha256) => market.byFile(sha256)).find((content) => content !== undefined);
  if (!known) return undefined;
  const { title } = known;
  if (!files.some((sha256) => orders.hasRegistered(user, sha256))) {
    return message('orders.registeredByOthers', { title });
  }
  throw new NodeError('already_registered', message('orders.alreadyRegistered', { title }));
}
