import type { Transaction } from '@ton/core';
import { maxPrice } from '../../../contract/units.ts';
import type { RawAddress } from '../../../core/ton/ton-address.ts';
import type {
  ContentChanged,
  LicenceDestroyed,
  LicenceIssued,
  LicenceMoved,
  LicenceOffered,
} from '../contracts/events.ts';
import type { Registration } from '../contracts/registration.ts';
import type { ChainEvent } from './chain-event.ts';
import type { ChainIndexRepository, ContentKey } from './chain-index-repository.ts';
import { maxContents, storedIndex } from './chain-rows.ts';
import { contentFacts } from './content-facts.ts';
import { readActivity, type VerifiedEvent } from './platform-activity.ts';

/** Time and transaction of an event. */
interface Occurrence {
  at: number;
  transactionHash: Buffer;
}

/** The known data of a licence whose issue is not indexed yet. */
interface UnissuedLicence {
  address: RawAddress;
  /** Number of the row. */
  content: number;
  index: number;
  occurrence: Occurrence;
}

/** Owner of a licence that was destroyed, or not issued yet. */
const nobody = '';

/** Limits a price to the largest that can be paid, because a platform with its own code could report more. */
const clampPrice = (amount: bigint): bigint => (amount > maxPrice ? maxPrice : amount);

/** Writes the events of a platform's transactions into the index, oldest first. */
export class EventWriter {
  readonly #index: ChainIndexRepository;
  readonly #id: number;
  readonly #platform: RawAddress;
  readonly #position: number;

  /**
   * @param id of the followed platform in the database
   * @param platform the followed one, or its successor at that position
   */
  constructor(index: ChainIndexRepository, id: number, platform: RawAddress, position = 0) {
    this.#index = index;
    this.#id = id;
    this.#platform = platform;
    this.#position = position;
  }

  /** Returns the events that the transaction adds. */
  write(transaction: Transaction): ChainEvent[] {
    const activity = readActivity(transaction, this.#platform);
    if (!activity) return [];
    const occurrence = { at: transaction.now * 1000, transactionHash: transaction.hash() };
    const events = activity.registrations.map((registration) =>
      this.#register(registration, activity.sender, occurrence),
    );
    return [...events, this.#event(activity.event, occurrence)].filter((event) => event !== undefined);
  }

  #register(
    { queryId, index, address, owner, params, paramsHash }: Registration,
    sender: RawAddress,
    occurrence: Occurrence,
  ): ChainEvent | undefined {
    if (index >= maxContents || this.#index.content(this.#id, address)) return undefined;
    const facts = contentFacts(params.metadata);
    this.#index.addContent(this.#id, {
      ...facts,
      index: storedIndex(this.#position, index),
      address,
      owner,
      sender,
      withdrawn: false,
      createdAt: occurrence.at,
      price: clampPrice(params.price),
      resalePrice: clampPrice(params.resalePrice),
      allowResale: params.allowResale,
      downloadable: params.downloadable,
      royalties: params.royalties.map(({ to, share }) => [to, share]),
    });
    const { sha256 } = facts;
    return {
      type: 'content_registered',
      queryId,
      content: address,
      owner,
      sha256,
      paramsHash,
      sender,
      ...occurrence,
    };
  }

  /** Ignores events of contents that the platform did not register. */
  #event(event: VerifiedEvent | undefined, occurrence: Occurrence): ChainEvent | undefined {
    if (!event) return undefined;
    const address = 'content' in event.event ? event.event.content : event.source;
    const content = this.#index.content(this.#id, address);
    if (!content) return undefined;
    switch (event.event.type) {
      case 'licence_issued':
        return this.#issue(event.event, content, event, occurrence);
      case 'content_changed':
        return this.#change(event.event, content, occurrence);
      case 'licence_moved':
        return this.#move(event.event, content, event, occurrence);
      case 'licence_offered':
        return this.#offer(event.event, content, event, occurrence);
      case 'licence_destroyed':
        return this.#destroy(event.event, content, event, occurrence);
    }
  }

  #issue(
    event: LicenceIssued,
    { id, address: content }: ContentKey,
    { generation, lt }: VerifiedEvent,
    occurrence: Occurrence,
  ): ChainEvent {
    const { queryId, kind, owner, deliverTo, licenceIndex: index } = event;
    const licence = generation.licenceAddress(content, index);
    const price = clampPrice(event.price);
    const { at: issuedAt, transactionHash } = occurrence;
    this.#index.issueLicence(this.#id, {
      address: licence,
      content: id,
      index,
      kind,
      owner,
      price,
      issuedAt,
      transactionHash,
      deliverTo,
      lt,
    });
    return { type: 'licence_issued', queryId, content, licence, kind, owner, price, ...occurrence };
  }

  #change(event: ContentChanged, { id, address: content }: ContentKey, occurrence: Occurrence): ChainEvent {
    const { queryId, owner, allowResale, withdrawn } = event;
    const prices = { price: clampPrice(event.price), resalePrice: clampPrice(event.resalePrice) };
    const terms = { owner, allowResale, withdrawn, ...prices };
    this.#index.changeContent(id, terms, occurrence.at);
    return { type: 'content_changed', queryId, content, ...terms, ...occurrence };
  }

  #move(
    event: LicenceMoved,
    { id, address: content }: ContentKey,
    { source: licence, lt }: VerifiedEvent,
    occurrence: Occurrence,
  ): ChainEvent {
    const { queryId, licenceIndex: index, newOwner: owner, deliverTo } = event;
    const price = clampPrice(event.price);
    const move = { owner, deliverTo, lt };
    const sale = { buyer: owner, price, at: occurrence.at, lt };
    this.#changeLicence({ address: licence, content: id, index, occurrence }, () => {
      if (price > 0n) this.#index.resellLicence(this.#id, licence, sale);
      return this.#index.moveLicence(this.#id, licence, move);
    });
    return { type: 'licence_moved', queryId, content, licence, owner, price, ...occurrence };
  }

  #offer(
    event: LicenceOffered,
    { id, address: content }: ContentKey,
    { source: licence, lt }: VerifiedEvent,
    occurrence: Occurrence,
  ): ChainEvent {
    const { queryId, licenceIndex: index } = event;
    const price = clampPrice(event.price);
    const offer = price === 0n ? undefined : price;
    this.#changeLicence({ address: licence, content: id, index, occurrence }, () =>
      this.#index.offerLicence(this.#id, licence, offer, lt),
    );
    return { type: 'licence_offered', queryId, content, licence, price, ...occurrence };
  }

  /** Keeps the row without an owner, so that an earlier event that is reported later does not restore the licence. */
  #destroy(
    event: LicenceDestroyed,
    { id, address: content }: ContentKey,
    { source: licence, lt }: VerifiedEvent,
    occurrence: Occurrence,
  ): ChainEvent {
    const { queryId, licenceIndex: index } = event;
    const move = { owner: nobody, deliverTo: null, lt };
    this.#changeLicence({ address: licence, content: id, index, occurrence }, () =>
      this.#index.moveLicence(this.#id, licence, move),
    );
    return { type: 'licence_destroyed', queryId, content, licence, ...occurrence };
  }

  /**
   * Changes a licence, and adds it first where this event is reported before the issue of the licence.
   * @param change returns whether the licence is known
   */
  #changeLicence(licence: UnissuedLicence, change: () => boolean): void {
    if (change()) return;
    this.#addUnissued(licence);
    change();
  }

  #addUnissued({ address, content, index, occurrence }: UnissuedLicence): void {
    const { at: issuedAt, transactionHash } = occurrence;
    this.#index.issueLicence(this.#id, {
      address,
      content,
      index,
      issuedAt,
      transactionHash,
      // Only licences for resale can move.
      kind: 'resale',
      price: 0n,
      owner: nobody,
      deliverTo: null,
      lt: 0n,
    });
  }
}
