import { message } from '../../../core/messages/message.ts';
import { NodeError } from '../../../core/node-error.ts';
import type { RawAddress } from '../../../core/ton/ton-address.ts';
import type { ChainContent, ChainLicence } from '../../chain/index.ts';
import { generationOfLicence, originOf } from '../../chain/runtime.ts';
import type { DeliveryRecipients } from '../delivery-recipients.ts';
import type { FollowedPlatforms, Market } from '../order-context.ts';
import { type Draft, paySeparately } from './draft.ts';
import { basechainAddress, priceOf } from './terms.ts';

type Licence = 'listen' | 'resale';

/** @throws NodeError `content_not_found` */
export function contentAt(market: Market, address: string): ChainContent {
  const content = market.byAddress(basechainAddress('content_address', address));
  if (!content) throw new NodeError('content_not_found', 'orders.fileUnknown');
  return content;
}

function licenceAt(market: Market, address: string): { licence: ChainLicence; content: ChainContent } {
  const found = market.licence(basechainAddress('licence_address', address));
  if (!found) throw new NodeError('content_not_found', 'orders.licenceUnknown');
  return found;
}

/** A market, its platforms, and the delivery recipients of purchases there. */
export interface PlatformMarket {
  store: Pick<FollowedPlatforms, 'platforms'>;
  market: Market;
  recipients: Pick<DeliveryRecipients, 'next'>;
}

/**
 * Drafts a purchase.
 * @param recipient the new owner; null: the payer
 * @param proven the recipient, if its user proved it
 * @throws NodeError `content_withdrawn`, `not_for_sale`, `already_licensed`
 */
export function purchaseDraft(
  { store, market, recipients }: PlatformMarket,
  content: ChainContent,
  licence: Licence,
  recipient: RawAddress | null,
  proven = recipient,
): Draft {
  if (content.withdrawn) throw new NodeError('content_withdrawn', 'orders.withdrawn');
  if (licence === 'resale' && !content.allowResale) {
    throw new NodeError('not_for_sale', 'orders.notSoldResellable');
  }
  refuseLicensed(market, content, licence, recipient, proven);
  const price = licence === 'listen' ? content.price : content.resalePrice;
  const { platform, generation } = originOf(store.platforms(), content);
  const { amounts, messages } = generation;
  return {
    kind: 'purchase',
    title: content.title,
    purpose: `purchase ${licence} of ${content.address} for ${recipient ?? 'the payer'}`,
    terms: price.toString(),
    target: content.address,
    recipient,
    amount: amounts.purchase(price),
    fee: { kind: 'purchase', platform, shares: content.royalties.length, attached: amounts.purchase(0n) },
    deposit: amounts.licenceDeposit,
    price,
    ...(content.sha256 && { sha256: content.sha256 }),
    contentAddress: content.address,
    licence,
    bounce: true,
    sendMode: paySeparately,
    body: (query) =>
      messages.purchaseLicence({
        ...query,
        maxPrice: price,
        kind: licence,
        recipient,
        deliverTo: recipients.next({ content: content.address, owner: proven }),
      }),
  };
}

/** Refuses a second licence; a resellable licence also includes the plain one. */
function refuseLicensed(
  market: Market,
  content: ChainContent,
  licence: Licence,
  recipient: RawAddress | null,
  proven: RawAddress | null,
): void {
  if (recipient === null) return;
  const held = market.licencesOf(content, recipient);
  if (held.some(({ kind }) => kind === licence || kind === 'resale')) {
    throw new NodeError(
      'already_licensed',
      proven === null ? 'orders.alreadyLicensedUnproven' : 'orders.alreadyLicensed',
    );
  }
}

/**
 * Finds a resellable licence of its owner.
 * @throws NodeError `not_yours`, `not_for_sale`
 */
function movable(market: Market, address: string, owner: RawAddress) {
  const { licence, content } = licenceAt(market, address);
  if (licence.owner !== owner) throw new NodeError('not_yours', 'orders.licenceNotYours');
  if (licence.kind !== 'resale') throw new NodeError('not_for_sale', 'orders.licenceBound');
  return { licence, content };
}

type LicenceMarket = Pick<PlatformMarket, 'store' | 'market'>;

const ofLicence = (licence: ChainLicence, content: ChainContent) => ({
  title: content.title,
  target: licence.address,
  contentAddress: content.address,
  ...(content.sha256 && { sha256: content.sha256 }),
  licence: licence.kind,
  bounce: true,
  sendMode: paySeparately,
});

/** @param price in nanograms; 0 ends the offer */
export function offerDraft(
  { store, market }: LicenceMarket,
  address: string,
  price: string,
  owner: RawAddress,
): Draft {
  const { licence, content } = movable(market, address, owner);
  const asked = priceOf('price', price);
  const { platform } = originOf(store.platforms(), content);
  const { amounts, messages } = generationOfLicence(content.address, licence);
  return {
    ...ofLicence(licence, content),
    kind: 'offer',
    purpose: `offer ${licence.address}`,
    terms: asked.toString(),
    recipient: null,
    price: asked,
    amount: amounts.action,
    fee: { kind: 'action', platform, attached: amounts.action },
    body: (query) => messages.offerLicence({ ...query, price: asked }),
  };
}

/** Drafts a transfer of a licence. @throws NodeError as `movable`, or when `to` is no address on the basechain */
export function transferDraft(
  { store, market }: LicenceMarket,
  address: string,
  to: string,
  owner: RawAddress,
): Draft {
  const { licence, content } = movable(market, address, owner);
  const newOwner = basechainAddress('to', to);
  const { platform } = originOf(store.platforms(), content);
  const { amounts, messages } = generationOfLicence(content.address, licence);
  return {
    ...ofLicence(licence, content),
    kind: 'transfer',
    purpose: `transfer ${licence.address}`,
    terms: newOwner,
    recipient: newOwner,
    amount: amounts.action,
    fee: { kind: 'action', platform, attached: amounts.action },
    body: ({ queryId }) => messages.transferItem({ queryId, newOwner, changeTo: owner }),
  };
}

/**
 * @param price maximum in nanograms
 * @throws NodeError `not_for_sale`
 */
export function buyOfferDraft(
  { store, market, recipients }: PlatformMarket,
  address: string,
  price: string,
  buyer: RawAddress,
): Draft {
  const { licence, content } = licenceAt(market, address);
  const max = priceOf('price', price);
  if (licence.offer === undefined || licence.owner === buyer) {
    throw new NodeError('not_for_sale', 'orders.licenceNotOffered');
  }
  if (licence.offer > max) {
    throw new NodeError(
      'not_for_sale',
      message('orders.licencePriceRaised', { price: licence.offer.toString() }),
    );
  }
  const { platform } = originOf(store.platforms(), content);
  const { amounts, messages } = generationOfLicence(content.address, licence);
  return {
    ...ofLicence(licence, content),
    kind: 'buy_offer',
    purpose: `buy ${licence.address} for ${buyer}`,
    terms: max.toString(),
    recipient: buyer,
    price: max,
    amount: amounts.resale(max),
    fee: { kind: 'resale', platform, attached: amounts.resale(0n) },
    body: (query) =>
      messages.buyLicence({
        ...query,
        maxPrice: max,
        deliverTo: recipients.next({ content: content.address, owner: buyer }),
      }),
  };
}
