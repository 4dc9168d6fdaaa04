import type { LicenceKind } from '../../contract/common.ts';
import type { Payer } from '../../contract/dashboard-api/chain.ts';
import type { MarketItem } from '../../contract/dashboard-api/market.ts';
import type { OwnedLicence } from '../../contract/dashboard-api/purchases.ts';
import { toTimestamp } from '../../core/clock.ts';
import { contentIdOf } from '../../core/content-id.ts';
import { formatTonAddress, type RawAddress } from '../../core/ton/ton-address.ts';
import type { ChainContent, ChainLicence } from '../chain/index.ts';
import type { LicenceDecision } from './repository/licence-decisions.ts';

/** A wallet of this node's owner. */
export interface OwnWallet {
  address: RawAddress;
  /** null: proven once, not connected now. */
  payer: Payer | null;
}

export interface MarketView {
  /** Of the network in use. */
  testOnly: boolean;
  own: readonly OwnWallet[];
  /** Where a stored file is on this node; null: it is not here. */
  urlOf: (sha256: Buffer) => string | null;
  /** Where the dashboard finds a cover; null: there is none here that may be shown. */
  coverUrlOf: (sha256: Buffer) => string | null;
  /** For how much, in nanoTON, and when it was bought here from who had it before, if it was. */
  offerBought: (licence: RawAddress) => { price: bigint; at: number } | undefined;
  /** How what a licence opens comes to this node. */
  deliveryOf: (licence: RawAddress) => Pick<OwnedLicence, 'delivery' | 'receipt'>;
  /** What the owner decided about a licence. */
  decisionOf: (licence: RawAddress) => LicenceDecision | undefined;
}

/** What is known of one content beside itself. */
export interface ItemContext {
  /** Licences of it that the owner of this node holds. */
  held: readonly ChainLicence[];
  /** The cheapest offers, the cheapest first. */
  offers: readonly ChainLicence[];
}

const kindsOf = (licences: readonly ChainLicence[]): LicenceKind[] => [
  ...new Set(licences.map(({ kind }) => kind)),
];

/** Contents and licences of the chain as the dashboard shows them. */
export class MarketResponses {
  readonly #view: MarketView;
  readonly #own: ReadonlySet<RawAddress>;

  constructor(view: MarketView) {
    this.#view = view;
    this.#own = new Set(view.own.map(({ address }) => address));
  }

  item(content: ChainContent, { held, offers }: ItemContext): MarketItem {
    const { urlOf, coverUrlOf } = this.#view;
    const { sha256, cover } = content;
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
      // What stands on the chain as a URL is neither fetched nor shown.
      cover_url: cover ? coverUrlOf(cover) : null,
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
    const bought = this.#view.offerBought(licence.address) ?? { price: licence.price, at: licence.issuedAt };
    return {
      licence_address: this.#contract(licence.address),
      kind: licence.kind,
      owner: this.#wallet(licence.owner),
      payer: wallet?.payer ?? null,
      price: String(bought.price),
      issued_at: toTimestamp(licence.issuedAt),
      bought_at: toTimestamp(bought.at),
      offer: licence.offer === undefined ? null : String(licence.offer),
      decision: decision === 'found' ? null : decision,
      content,
      ...this.#view.deliveryOf(licence.address),
    };
  }

  #contract(address: RawAddress): string {
    return formatTonAddress(address, { bounceable: true, testOnly: this.#view.testOnly });
  }

  #wallet(address: RawAddress): string {
    return formatTonAddress(address, { bounceable: false, testOnly: this.#view.testOnly });
  }
}
