import type { Transaction } from '@ton/core';
import type { RawAddress } from '../../../core/ton/ton-address.ts';
import { maxPrice } from '../contracts/amounts.ts';
import type { ContentChanged, LicenceIssued, LicenceMoved, LicenceOffered } from '../contracts/events.ts';
import type { Registration } from '../contracts/registration.ts';
import { licenceAddress } from '../contracts/state-inits.ts';
import type { ChainEvent } from './chain-event.ts';
import type { ChainIndexRepository, ContentKey } from './chain-index-repository.ts';
import { contentFacts } from './content-facts.ts';
import { readActivity, type VerifiedEvent } from './platform-activity.ts';

/** When and where something was told. */
interface Occurrence {
  at: number;
  transactionHash: Buffer;
}

/** Nobody can pay more; a platform with code of its own could say so. */
const clampPrice = (amount: bigint): bigint => (amount > maxPrice ? maxPrice : amount);

/** Writes into the index what transactions of a platform tell, oldest first. */
export class EventWriter {
  readonly #index: ChainIndexRepository;
  readonly #id: number;
  readonly #platform: RawAddress;

  /** @param id of the platform in the database */
  constructor(index: ChainIndexRepository, id: number, platform: RawAddress) {
    this.#index = index;
    this.#id = id;
    this.#platform = platform;
  }

  /** @returns what is new by it */
  write(transaction: Transaction): ChainEvent[] {
    const news = readActivity(transaction, this.#platform);
    if (!news) return [];
    const told = { at: transaction.now * 1000, transactionHash: transaction.hash() };
    const events = news.registrations.map((registration) => this.#register(registration, news.sender, told));
    return [...events, this.#event(news.event, told)].filter((event) => event !== undefined);
  }

  #register(
    { queryId, index, address, owner, params, paramsHash }: Registration,
    sender: RawAddress,
    told: Occurrence,
  ): ChainEvent | undefined {
    if (this.#index.content(this.#id, address)) return undefined;
    const facts = contentFacts(params.metadata);
    this.#index.addContent(this.#id, {
      ...facts,
      ...{ index, address, owner, withdrawn: false, createdAt: told.at },
      price: clampPrice(params.price),
      resalePrice: clampPrice(params.resalePrice),
      allowResale: params.allowResale,
      downloadable: params.downloadable,
      royalties: params.royalties.map(({ to, share }) => [to, share]),
    });
    const { sha256 } = facts;
    return {
      ...{ type: 'content_registered', queryId, content: address, owner, sha256, paramsHash, sender },
      ...told,
    };
  }

  /** Events of contents that the platform did not register are not its own. */
  #event(event: VerifiedEvent | undefined, told: Occurrence): ChainEvent | undefined {
    if (!event) return undefined;
    const address = 'content' in event.event ? event.event.content : event.source;
    const content = this.#index.content(this.#id, address);
    if (!content) return undefined;
    switch (event.event.type) {
      case 'licence_issued':
        return this.#issue(event.event, content, event.lt, told);
      case 'content_changed':
        return this.#change(event.event, content, told);
      case 'licence_moved':
        return this.#move(event.event, content, event, told);
      case 'licence_offered':
        return this.#offer(event.event, content, event, told);
    }
  }

  #issue(
    event: LicenceIssued,
    { id, address: content }: ContentKey,
    lt: bigint,
    told: Occurrence,
  ): ChainEvent {
    const { queryId, kind, owner, licenceIndex: index } = event;
    const licence = licenceAddress(content, index);
    const price = clampPrice(event.price);
    const { at: issuedAt, transactionHash } = told;
    this.#index.issueLicence(this.#id, {
      ...{ address: licence, content: id, index, kind, owner, price },
      ...{ issuedAt, transactionHash, lt },
    });
    return { type: 'licence_issued', queryId, content, licence, kind, owner, price, ...told };
  }

  #change(event: ContentChanged, { id, address: content }: ContentKey, told: Occurrence): ChainEvent {
    const { queryId, owner, allowResale, withdrawn } = event;
    const prices = { price: clampPrice(event.price), resalePrice: clampPrice(event.resalePrice) };
    const terms = { owner, allowResale, withdrawn, ...prices };
    this.#index.changeContent(id, terms, told.at);
    return { type: 'content_changed', queryId, content, ...terms, ...told };
  }

  #move(
    event: LicenceMoved,
    { id, address: content }: ContentKey,
    { source: licence, lt }: VerifiedEvent,
    told: Occurrence,
  ): ChainEvent {
    const { queryId, licenceIndex: index, newOwner: owner } = event;
    const price = clampPrice(event.price);
    const sale = { buyer: owner, price, at: told.at, lt };
    if (price > 0n) this.#index.resellLicence(this.#id, licence, sale);
    if (!this.#index.moveLicence(this.#id, licence, owner, lt)) {
      this.#addUnissued(licence, id, index, told);
      if (price > 0n) this.#index.resellLicence(this.#id, licence, sale);
      this.#index.moveLicence(this.#id, licence, owner, lt);
    }
    return { type: 'licence_moved', queryId, content, licence, owner, price, ...told };
  }

  #offer(
    event: LicenceOffered,
    { id, address: content }: ContentKey,
    { source: licence, lt }: VerifiedEvent,
    told: Occurrence,
  ): ChainEvent {
    const { queryId, licenceIndex: index } = event;
    const price = clampPrice(event.price);
    const offer = price === 0n ? undefined : price;
    if (!this.#index.offerLicence(this.#id, licence, offer, lt)) {
      this.#addUnissued(licence, id, index, told);
      this.#index.offerLicence(this.#id, licence, offer, lt);
    }
    return { type: 'licence_offered', queryId, content, licence, price, ...told };
  }

  /** What happened to a licence may be told before that it was issued: it is there, and all else of it older. */
  #addUnissued(address: RawAddress, content: number, index: number, told: Occurrence): void {
    const { at: issuedAt, transactionHash } = told;
    this.#index.issueLicence(this.#id, {
      ...{ address, content, index, issuedAt, transactionHash },
      // Only such for resale move.
      ...{ kind: 'resale', price: 0n, owner: '', lt: 0n },
    });
  }
}
