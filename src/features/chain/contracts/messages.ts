import { beginCell, type Cell } from '@ton/core';
import type { RawAddress } from '../../../core/ton/ton-address.ts';
import { type ContentParams, contentParamsCell, type Prices } from './content-params.ts';
import { type LicenceKind, storeKind, storeRawAddress } from './fields.ts';
import { operations } from './operations.ts';

/** What every request has; the contracts answer with the same `queryId`. */
interface Query {
  /** 64 bits. */
  queryId: bigint;
}

interface TimedQuery extends Query {
  /** Unix seconds. Later the contract sends the message's coins back. */
  validUntil: number;
}

function begin(operation: keyof typeof operations, { queryId }: Query) {
  return beginCell().storeUint(operations[operation], 32).storeUint(queryId, 64);
}

/** To the platform, with `registerAmount`. Without an owner the content belongs to the sender. */
export function registerContent(
  query: TimedQuery & { owner: RawAddress | null; params: ContentParams },
): Cell {
  return begin('register_content', query)
    .storeUint(query.validUntil, 32)
    .store(storeRawAddress(query.owner))
    .storeRef(contentParamsCell(query.params))
    .endCell();
}

/** To the platform, by its owner, with `deployAmount` when it also deploys it. */
export function setPlatformMetadata(query: Query & { metadata: Cell }): Cell {
  return begin('set_platform_metadata', query).storeRef(query.metadata).endCell();
}

/** To a content, with `purchaseAmount`. Without a recipient the licence belongs to the sender. */
export function purchaseLicence(
  query: TimedQuery & { maxPrice: bigint; kind: LicenceKind; recipient: RawAddress | null },
): Cell {
  return begin('purchase_licence', query)
    .storeUint(query.validUntil, 32)
    .storeCoins(query.maxPrice)
    .store(storeKind(query.kind))
    .store(storeRawAddress(query.recipient))
    .endCell();
}

/** To a content, by its owner, with `actionAmount`. */
export function setContentTerms(query: TimedQuery & Prices & { withdrawn: boolean }): Cell {
  return begin('set_content_terms', query)
    .storeUint(query.validUntil, 32)
    .storeCoins(query.price)
    .storeCoins(query.resalePrice)
    .storeBit(query.allowResale)
    .storeBit(query.withdrawn)
    .endCell();
}

/** To a licence, by its owner, with `actionAmount`; price 0 takes the offer back. */
export function offerLicence(query: TimedQuery & { price: bigint }): Cell {
  return begin('offer_licence', query).storeUint(query.validUntil, 32).storeCoins(query.price).endCell();
}

/** To a licence that is offered, with `resaleAmount`; it is the sender's then. */
export function buyLicence(query: TimedQuery & { maxPrice: bigint }): Cell {
  return begin('buy_licence', query).storeUint(query.validUntil, 32).storeCoins(query.maxPrice).endCell();
}

/** To a content or a resale licence, by its owner, with `actionAmount` (TEP-62). The change goes to `changeTo`. */
export function transferItem(query: Query & { newOwner: RawAddress; changeTo: RawAddress }): Cell {
  return begin('nft_transfer', query)
    .store(storeRawAddress(query.newOwner))
    .store(storeRawAddress(query.changeTo))
    .storeBit(false) // no custom payload
    .storeCoins(0) // nothing is sent to the new owner
    .storeBit(false) // no payload for them
    .endCell();
}

/** To any of the contracts: all of it stays for rent. */
export function topUp(query: Query): Cell {
  return begin('top_up', query).endCell();
}
