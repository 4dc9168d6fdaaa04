import type { BlockchainTransaction } from '@ton/sandbox';
import type { LicenceKind } from '../../../../src/contract/common.ts';
import type { RawAddress } from '../../../../src/core/ton/ton-address.ts';
import {
  eventSource,
  type PlatformEvent,
  readEvent,
} from '../../../../src/features/chain/contracts/events.ts';
import type { ContentTerms } from '../../../../src/features/chain/contracts/get-methods.ts';
import { readRegistration } from '../../../../src/features/chain/contracts/registration.ts';
import { licenceAddress } from '../../../../src/features/chain/contracts/state-inits.ts';
import { at } from './transactions.ts';

export interface IndexedContent extends ContentTerms {
  owner: RawAddress;
}

export interface IndexedLicence {
  content: RawAddress;
  owner: RawAddress;
  kind: LicenceKind;
  offer: bigint;
}

/** The state that an observer derives from the transactions of the platform alone. */
export interface EventIndex {
  contents: Map<RawAddress, IndexedContent>;
  licences: Map<RawAddress, IndexedLicence>;
  /** The number of licences of each content. */
  issued: Map<RawAddress, number>;
}

/** Follows the platform's transactions, and returns the valid events among them. */
export function follow(
  index: EventIndex,
  platform: RawAddress,
  transactions: BlockchainTransaction[],
): PlatformEvent[] {
  const events: PlatformEvent[] = [];
  for (const { inMessage, outMessages } of at(transactions, platform)) {
    // An aborted transaction counts as well, e.g. of a platform in debt, because its message contains the event.
    if (inMessage?.info.type !== 'internal' || inMessage.info.bounced) continue;
    for (const message of outMessages.values()) {
      const registration = readRegistration(message, platform);
      if (!registration) continue;
      const { metadata: _, ...params } = registration.params;
      index.contents.set(registration.address, { ...params, owner: registration.owner, withdrawn: false });
    }
    const event = readEvent(inMessage.body);
    if (!event || eventSource(event, platform) !== inMessage.info.src.toRawString()) continue;
    if ('content' in event && !index.contents.has(event.content)) continue;
    apply(index, event, inMessage.info.src.toRawString());
    events.push(event);
  }
  return events;
}

function apply({ contents, licences, issued }: EventIndex, event: PlatformEvent, source: RawAddress): void {
  const content = contents.get(source);
  const licence = licences.get(source);
  if (event.type === 'licence_issued') {
    const { kind, owner } = event;
    issued.set(source, (issued.get(source) ?? 0) + 1);
    licences.set(licenceAddress(source, event.licenceIndex), { content: source, kind, owner, offer: 0n });
  } else if (event.type === 'content_changed' && content) {
    const { owner, price, resalePrice, allowResale, withdrawn } = event;
    Object.assign(content, { owner, price, resalePrice, allowResale, withdrawn });
  } else if (event.type === 'licence_moved' && licence)
    Object.assign(licence, { owner: event.newOwner, offer: 0n });
  else if (event.type === 'licence_offered' && licence) licence.offer = event.price;
  else if (event.type === 'licence_destroyed') licences.delete(source);
}
