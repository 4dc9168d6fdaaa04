import { type Builder, beginCell, type Cell } from '@ton/core';
import type { LicenceKind } from '../../../contract/common.ts';
import type { RawAddress } from '../../../core/ton/ton-address.ts';
import { type ContentParams, contentParamsCell, type Prices } from './content-params.ts';
import { storeKind, storeRawAddress } from './fields.ts';
import { operations } from './operations.ts';

/** Fields of every request; the contracts respond with the same `queryId`. */
interface Query {
  /** 64 bits. */
  queryId: bigint;
}

interface TimedQuery extends Query {
  /** Unix seconds, after which the contract returns the message's coins. */
  validUntil: number;
}

interface Delivered {
  /** X25519 public key to which the content key may be encrypted (32 bytes); null: none. */
  deliverTo: Buffer | null;
}

function storeDeliverTo({ deliverTo }: Delivered): (builder: Builder) => void {
  return (builder) => {
    builder.storeBit(deliverTo !== null);
    if (deliverTo !== null) builder.storeBuffer(deliverTo, 32);
  };
}

function begin(operation: keyof typeof operations, { queryId }: Query) {
  return beginCell().storeUint(operations[operation], 32).storeUint(queryId, 64);
}

/**
 * Builds the message to the platform, sent with `registerAmount`. Without an owner the content belongs to the sender.
 */
export function registerContent(
  query: TimedQuery & { owner: RawAddress | null; params: ContentParams },
): Cell {
  return begin('register_content', query)
    .storeUint(query.validUntil, 32)
    .store(storeRawAddress(query.owner))
    .storeRef(contentParamsCell(query.params))
    .endCell();
}

/** Builds the owner's message to the platform, sent with `deployAmount` when it also deploys it. */
export function setPlatformMetadata(query: Query & { metadata: Cell }): Cell {
  return begin('set_platform_metadata', query).storeRef(query.metadata).endCell();
}

/**
 * Builds the owner's message to the platform, sent with `actionAmount`. The platform has a new owner once that one
 * accepts; null ends the proposal.
 */
export function proposeOwner(query: TimedQuery & { newOwner: RawAddress | null }): Cell {
  return begin('propose_owner', query)
    .storeUint(query.validUntil, 32)
    .store(storeRawAddress(query.newOwner))
    .endCell();
}

/** Builds the proposed owner's message to the platform, sent with `actionAmount`. */
export function acceptOwner(query: TimedQuery): Cell {
  return begin('accept_owner', query).storeUint(query.validUntil, 32).endCell();
}

/**
 * Builds the message to a content, sent with `purchaseAmount`. Without a recipient the licence belongs to the sender.
 */
export function purchaseLicence(
  query: TimedQuery & Delivered & { maxPrice: bigint; kind: LicenceKind; recipient: RawAddress | null },
): Cell {
  return begin('purchase_licence', query)
    .storeUint(query.validUntil, 32)
    .storeCoins(query.maxPrice)
    .store(storeKind(query.kind))
    .store(storeRawAddress(query.recipient))
    .store(storeDeliverTo(query))
    .endCell();
}

/** Builds the owner's message to a content, sent with `actionAmount`. */
export function setContentTerms(query: TimedQuery & Prices & { withdrawn: boolean }): Cell {
  return begin('set_content_terms', query)
    .storeUint(query.validUntil, 32)
    .storeCoins(query.price)
    .storeCoins(query.resalePrice)
    .storeBit(query.allowResale)
    .storeBit(query.withdrawn)
    .endCell();
}

/** Builds the owner's message to a licence, sent with `actionAmount`; price 0 ends the offer. */
export function offerLicence(query: TimedQuery & { price: bigint }): Cell {
  return begin('offer_licence', query).storeUint(query.validUntil, 32).storeCoins(query.price).endCell();
}

/** Builds the message to an offered licence, sent with `resaleAmount`; the licence then belongs to the sender. */
export function buyLicence(query: TimedQuery & Delivered & { maxPrice: bigint }): Cell {
  return begin('buy_licence', query)
    .storeUint(query.validUntil, 32)
    .storeCoins(query.maxPrice)
    .store(storeDeliverTo(query))
    .endCell();
}

/** Builds the owner's message that destroys a licence, sent with `actionAmount`; its coins go to the owner. */
export function destroyLicence(query: TimedQuery): Cell {
  return begin('destroy_licence', query).storeUint(query.validUntil, 32).endCell();
}

/**
 * Builds the owner's message to a content or a resale licence, sent with `actionAmount` (TEP-62). The change goes to
 * `changeTo`.
 */
export function transferItem(query: Query & { newOwner: RawAddress; changeTo: RawAddress }): Cell {
  return begin('nft_transfer', query)
    .store(storeRawAddress(query.newOwner))
    .store(storeRawAddress(query.changeTo))
    .storeBit(false) // no custom payload
    .storeCoins(0) // nothing is sent to the new owner
    .storeBit(false) // no payload for them
    .endCell();
}

/** Builds a message that adds its whole amount to the rent of any of the contracts. */
export function topUp(query: Query): Cell {
  return begin('top_up', query).endCell();
}
