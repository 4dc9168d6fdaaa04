import type { Transaction } from '@ton/core';
import type { RawAddress } from '../../../core/ton/ton-address.ts';
import { maxPrice } from '../contracts/amounts.ts';
import type { ContentChanged, LicenceIssued, LicenceMoved, LicenceOffered } from '../contracts/events.ts';
import type { Registration } from '../contracts/registration.ts';
import { licenceAddress } from '../contracts/state-inits.ts';
import type { ChainEvent } from './chain-event.ts';
import type { ChainIndexRepository, ContentKey } from './chain-index-repository.ts';
import { contentFacts } from './content-facts.ts';
import { readNews, type TrueEvent } from './platform-news.ts';

/** When and where something was told. */
interface Told {
  at: number;
  transactionHash: Buffer;
}

/** Nobody can pay more; a platform with code of its own could say so. */
const inBounds = (amount: bigint): bigint => (amount > maxPrice ? maxPrice : amount);

/** Writes into the index what transactions of a platform tell, oldest first. */
export class NewsWriter {
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
    const news = readNews(transaction, this.#platform);
    if (!news) return [];
    const told = { at: transaction.now * 1000, transactionHash: transaction.hash() };
    const events = news.registrations.map((registration) => this.#register(registration, news.sender, told));
    return [...events, this.#event(news.event, told)].filter((event) => event !== undefined);
  }

  #register(
    { queryId, index, address, owner, params, paramsHash }: Registration,
    sender: RawAddress,
    told: Told,
  ): ChainEvent | undefined {
    if (this.#index.content(this.#id, address)) return undefined;
    const facts = contentFacts(params.metadata);
    this.#index.addContent(this.#id, {
      ...facts,
      ...{ index, address, owner, withdrawn: false, createdAt: told.at },
      price: inBounds(params.price),
      resalePrice: inBounds(params.resalePrice),
      allowResale: params.allowResale,
      downloadable: params.downloadable,
      royalties: params.shares.map(({ to, share }) => [to, share]),
    });
    const { sha256 } = facts;
    return {
      ...{ type: 'content_registered', queryId, content: address, owner, sha256, paramsHash, sender },
      ...told,
    };
  }

  /** Events of contents that the platform did not register are not its own. */
  #event(event: TrueEvent | undefined, told: Told): ChainEvent | undefined {
    if (!event) return undefined;
    const address = 'content' in event.told ? event.told.content : event.source;
    const content = this.#index.content(this.#id, address);
    if (!content) return undefined;
    switch (event.told.type) {
      case 'licence_issued':
        return this.#issue(event.told, content, event.lt, told);
      case 'content_changed':
        return this.#change(event.told, content, told);
      case 'licence_moved':
        return this.#move(event.told, content, event, told);
      case 'licence_offered':
        return this.#offer(event.told, content, event, told);
    }
  }

  #issue(event: LicenceIssued, { id, address: content }: ContentKey, lt: bigint, told: Told): ChainEvent {
    const { queryId, kind, owner, licenceIndex: index } = event;
    const licence = licenceAddress(content, index);
    const price = inBounds(event.price);
    const { at: issuedAt, transactionHash } = told;
    this.#index.issueLicence(this.#id, {
      ...{ address: licence, content: id, index, kind, owner, price },
      ...{ issuedAt, transactionHash, lt },
    });
    return { type: 'licence_issued', queryId, content, licence, kind, owner, price, ...told };
  }

  #change(event: ContentChanged, { id, address: content }: ContentKey, told: Told): ChainEvent {
    const { queryId, owner, allowResale, withdrawn } = event;
    const prices = { price: inBounds(event.price), resalePrice: inBounds(event.resalePrice) };
    const terms = { owner, allowResale, withdrawn, ...prices };
    this.#index.changeContent(id, terms, told.at);
    return { type: 'content_changed', queryId, content, ...terms, ...told };
  }

  #move(
    event: LicenceMoved,
    { id, address: content }: ContentKey,
    { source: licence, lt }: TrueEvent,
    told: Told,
  ): ChainEvent {
    const { queryId, licenceIndex: index, newOwner: owner } = event;
    const price = inBounds(event.price);
    const sale = { buyer: owner, price, at: told.at, lt };
    if (price > 0n) this.#index.resellLicence(this.#id, licence, sale);
    if (!this.#index.moveLicence(this.#id, licence, owner, lt)) {
      this.#foretell(licence, id, index, told);
      if (price > 0n) this.#index.resellLicence(this.#id, licence, sale);
      this.#index.moveLicence(this.#id, licence, owner, lt);
    }
    return { type: 'licence_moved', queryId, content, licence, owner, price, ...told };
  }

  #offer(
    event: LicenceOffered,
    { id, address: content }: ContentKey,
    { source: licence, lt }: TrueEvent,
    told: Told,
  ): ChainEvent {
    const { queryId, licenceIndex: index } = event;
    const price = inBounds(event.price);
    const offer = price === 0n ? undefined : price;
    if (!this.#index.offerLicence(this.#id, licence, offer, lt)) {
      this.#foretell(licence, id, index, told);
      this.#index.offerLicence(this.#id, licence, offer, lt);
    }
    return { type: 'licence_offered', queryId, content, licence, price, ...told };
  }

  /** What happened to a licence may be told before that it was issued: it is there, and all else of it older. */
  #foretell(address: RawAddress, content: number, index: number, told: Told): void {
    const { at: issuedAt, transactionHash } = told;
    this.#index.issueLicence(this.#id, {
      ...{ address, content, index, issuedAt, transactionHash },
      // Only such for resale move.
      ...{ kind: 'resale', price: 0n, owner: '', lt: 0n },
    });
  }
}
