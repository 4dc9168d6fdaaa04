import type { Transaction } from '@ton/core';
import type { RawAddress } from '../../../core/ton/ton-address.ts';
import { eventSource, type PlatformEvent, readEvent } from '../contracts/events.ts';
import { type Registration, readRegistration } from '../contracts/registration.ts';

export interface TrueEvent {
  told: PlatformEvent;
  source: RawAddress;
  /** When it happened there, in the chain's logical time. */
  lt: bigint;
}

/** What a transaction of the platform tells. */
export interface PlatformNews {
  /** Who sent the platform what it answers with this. */
  sender: RawAddress;
  registrations: Registration[];
  event: TrueEvent | undefined;
}

/**
 * Reads a transaction of the platform. What bounced tells nothing, nor does an event that does not come from the
 * contract whose address follows from it. An event counts also where the platform had no gas left to take it: a
 * platform that owes rent aborts, but what it was told is true. An aborted transaction has registered nothing.
 * @returns undefined where there is nothing to tell
 */
export function readNews(transaction: Transaction, platform: RawAddress): PlatformNews | undefined {
  const { description, inMessage, outMessages } = transaction;
  if (description.type !== 'generic') return undefined;
  if (inMessage?.info.type !== 'internal' || inMessage.info.bounced) return undefined;
  const registrations = outMessages
    .values()
    .map((message) => readRegistration(message, platform))
    .filter((registration) => registration !== undefined);
  const told = readEvent(inMessage.body);
  const source = inMessage.info.src.toRawString();
  const { createdLt: lt } = inMessage.info;
  const isTrue = told !== undefined && eventSource(told, platform) === source && lt < transaction.lt;
  if (registrations.length === 0 && !isTrue) return undefined;
  return { sender: source, registrations, event: isTrue ? { told, source, lt } : undefined };
}
