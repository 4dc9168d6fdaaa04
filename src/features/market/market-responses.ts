import type { CollectionKind } from '../../contract/collections/manifest.ts';
import type { LicenceKind } from '../../contract/common.ts';
import type { Payer } from '../../contract/dashboard-api/chain.ts';
import type { ItemSale } from '../../contract/dashboard-api/library/items.ts';
import type { MarketItem, Sale } from '../../contract/dashboard-api/market.ts';
import type { OwnedLicence } from '../../contract/dashboard-api/purchases.ts';
import { toTimestamp } from '../../core/clock.ts';
import { contentIdOf, parseContentId } from '../../core/content-id.ts';
import { formatTonAddress, type RawAddress } from '../../core/ton/ton-address.ts';
import type { ChainContent, ChainLicence } from '../chain/index.ts';
import type { Payment } from './earnings.ts';
import type { LicenceDecision } from './repository/licence-decisions.ts';
import type { IssuedLicence } from './repository/licence-repository.ts';

/** A wallet of this node's owner. */
export interface OwnWallet {
  address: RawAddress;
  /** The payer; null for a wallet that was proven earlier and is not connected now. */
  payer: Payer | null;
}

export interface MarketView {
  /** Whether the network in use is a test network. */
  testOnly: boolean;
  own: readonly OwnWallet[];
  /** Returns the URL of a stored file on this node; null: not stored here. */
  urlOf: (sha256: Buffer) => string | null;
  /** Returns the URL of a cover for the dashboard; null where no cover that may be shown is stored here. */
  coverUrlOf: (sha256: Buffer) => string | null;
  /** Returns whether a cover is neither stored here, nor fetched, nor refused. */
  lacksCover: (sha256: Buffer) => boolean;
  /** Returns what the signed list of a collection calls it; undefined: unknown. */
  kindOf: (sha256: Buffer) => CollectionKind | undefined;
  /** Returns whether a stored file may not be shown as a preview. */
  hidesPreview: (sha256: Buffer) => boolean;
  /** Returns the delivery state of a licence. */
  deliveryOf: (licence: RawAddress) => Pick<OwnedLicence, 'delivery' | 'receipt'>;
  /**
   * Returns the state of the delivery of an own content to a buyer.
   * @param licence the issued licence; undefined for a resold one, whose key this node may have given to an earlier
   *   holder
   */
  saleDeliveryOf: (sha256: Buffer, licence: RawAddress | undefined) => Sale['delivery'];
  /** Returns the owner's decision about a licence. */
  decisionOf: (licence: RawAddress) => LicenceDecision | undefined;
}

/** Further data about one content. */
export interface ItemContext {
  /** Licences of the content that the owner of this node holds. */
  held: readonly ChainLicence[];
  /** The cheapest offers in ascending order. */
  offers: readonly ChainLicence[];
}

const kindsOf = (licences: readonly ChainLicence[]): LicenceKind[] => [
  ...new Set(licences.map(({ kind }) => kind)),
];

/** Converts contents and licences of the chain to responses for the dashboard. */
export class MarketResponses {
  readonly #view: MarketView;
  readonly #own: ReadonlySet<RawAddress>;

  constructor(view: MarketView) {
    this.#view = view;
    this.#own = new Set(view.own.map(({ address }) => address));
  }

  item(content: ChainContent, { held, offers }: ItemContext): MarketItem {
    const { urlOf, coverUrlOf, lacksCover, kindOf, hidesPreview } = this.#view;
    const { sha256, cover, preview } = content;
    return {
      content_address: this.#contract(content.address),
      content_id: sha256 ? contentIdOf(sha256) : null,
      onchain_index: content.index,
      title: content.title,
      description: content.description,
      authors: content.authors,
      hashtags: content.hashtags,
      content_type: content.contentType,
      size: content.size ?? null,
      // URLs on the chain are neither fetched nor shown.
      cover_url: cover ? coverUrlOf(cover) : null,
      cover_missing: cover !== undefined && lacksCover(cover),
      collection_kind: (sha256 && kindOf(sha256)) ?? null,
      preview_id: preview && !hidesPreview(preview) ? contentIdOf(preview) : null,
      content_url: sha256 ? urlOf(sha256) : null,
      owner: this.#wallet(content.owner),
      mine: this.#own.has(content.owner),
      price: String(content.price),
      resale_price: String(content.resalePrice),
      allow_resale: content.allowResale,
      downloadable: content.downloadable,
      withdrawn: content.withdrawn,
      royalties: content.royalties.map(([address, value]) => ({ address: this.#wallet(address), value })),
      created_at: toTimestamp(content.createdAt),
      updated_at: toTimestamp(content.updatedAt),
      licences: kindsOf(held),
      offers: offers.map((licence) => ({
        licence_address: this.#contract(licence.address),
        owner: this.#wallet(licence.owner),
        price: String(licence.offer ?? 0n),
        mine: this.#own.has(licence.owner),
      })),
    };
  }

  licence(licence: ChainLicence, content: MarketItem): OwnedLicence {
    const wallet = this.#view.own.find(({ address }) => address === licence.owner);
    const decision = this.#view.decisionOf(licence.address) ?? 'found';
    return {
      licence_address: this.#contract(licence.address),
      kind: licence.kind,
      owner: this.#wallet(licence.owner),
      payer: wallet?.payer ?? null,
      price: licence.bought ? String(licence.bought.price) : null,
      issued_at: toTimestamp(licence.issuedAt),
      bought_at: toTimestamp(licence.bought?.at ?? licence.issuedAt),
      offer: licence.offer === undefined ? null : String(licence.offer),
      decision: decision === 'found' ? null : decision,
      content,
      ...this.#view.deliveryOf(licence.address),
    };
  }

  sale({ at, licence, licenceKind, buyer, price, kind, parts }: Payment, content: MarketItem): Sale {
    const { saleDeliveryOf } = this.#view;
    const fileId = kind !== 'royalty' && content.mine ? content.content_id : null;
    const issued = kind === 'sale' ? licence : undefined;
    return {
      kind,
      at: toTimestamp(at),
      licence_address: this.#contract(licence),
      licence: licenceKind,
      buyer: this.#wallet(buyer),
      price: String(price),
      earned: String(parts.reduce((sum, { amount, isMine }) => (isMine ? sum + amount : sum), 0n)),
      parts: parts.map(({ address, amount, isMine }) => ({
        address: address === '' ? null : this.#wallet(address),
        amount: String(amount),
        mine: isMine,
      })),
      content,
      delivery: fileId === null ? null : saleDeliveryOf(parseContentId(fileId).sha256, issued),
    };
  }

  sales(licences: readonly IssuedLicence[]): ItemSale[] {
    return licences.map(({ buyer, kind, price, at }) => ({
      buyer: this.#wallet(buyer),
      licence: kind,
      price: String(price),
      at: toTimestamp(at),
    }));
  }

  #contract(address: RawAddress): string {
    return formatTonAddress(address, { bounceable: true, testOnly: this.#view.testOnly });
  }

  #wallet(address: RawAddress): string {
    return formatTonAddress(address, { bounceable: false, testOnly: this.#view.testOnly });
  }
}
