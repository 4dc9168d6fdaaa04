import type { Transaction } from '@ton/core';
import type { RawAddress } from '../../../core/ton/ton-address.ts';
import {
  type GenuineEvent,
  readGenuineEvent,
  readRegistrationOf,
} from '../contracts/generations/generations.ts';
import type { Registration } from '../contracts/registration.ts';

/** An event of a contract that belongs to the platform. */
export interface VerifiedEvent extends GenuineEvent {
  source: RawAddress;
  /** Logical time of the event at its contract. */
  lt: bigint;
}

/** Events and registration in a transaction of the platform. */
export interface PlatformActivity {
  /** The sender of the message that caused the transaction. */
  sender: RawAddress;
  registrations: Registration[];
  event: VerifiedEvent | undefined;
}

/**
 * Reads a transaction of the platform, without bounced messages and forged events. An event also counts in an aborted
 * transaction, because a platform that owes rent has no gas to handle it; a registration does not.
 * @returns undefined where the transaction reports nothing
 */
export function readActivity(transaction: Transaction, platform: RawAddress): PlatformActivity | undefined {
  const { description, inMessage, outMessages } = transaction;
  if (description.type !== 'generic') return undefined;
  if (inMessage?.info.type !== 'internal' || inMessage.info.bounced) return undefined;
  const registrations = outMessages
    .values()
    .map((message) => readRegistrationOf(message, platform))
    .filter((registration) => registration !== undefined);
  const source = inMessage.info.src.toRawString();
  const { createdLt: lt } = inMessage.info;
  const event = lt < transaction.lt ? readGenuineEvent(inMessage.body, source, platform) : undefined;
  if (registrations.length === 0 && !event) return undefined;
  return { sender: source, registrations, event: event && { ...event, source, lt } };
}
