import type { Cell, Message } from '@ton/core';
import type { RawAddress } from '../../../../core/ton/ton-address.ts';
import type { PlatformEvent } from '../events.ts';
import type { Registration } from '../registration.ts';
import { generation1 } from './generation-1.ts';

/** Contracts that were deployed with the same codes. */
export type Generation = typeof generation1;

/** All generations; none is ever removed, because sold contents must stay readable, resellable and payable. */
const generations: readonly Generation[] = [generation1];

/** The generation of new platforms. */
export const newestGeneration = generation1;

/** Returns the generation of a platform by the hash of its code. */
export function generationOfPlatform(code: Buffer): Generation | undefined {
  return generations.find(({ hashes }) => hashes.platform.equals(code));
}

/** An indexed content or licence, whose address depends on its code. */
interface Item {
  index: number;
  address: string;
}

/** The platform that registered a content, and its generation. */
export interface Origin {
  platform: RawAddress;
  generation: Generation;
}

/** Returns where an indexed content is from. @param platforms those that the index has */
export function originOf(platforms: readonly RawAddress[], { index, address }: Item): Origin {
  for (const platform of platforms) {
    const generation = generations.find(({ contentAddress }) => contentAddress(platform, index) === address);
    if (generation) return { platform, generation };
  }
  throw ofNone();
}

/** Returns the generation of an indexed licence. */
export function generationOfLicence(content: RawAddress, { index, address }: Item): Generation {
  const found = generations.find(({ licenceAddress }) => licenceAddress(content, index) === address);
  if (!found) throw ofNone();
  return found;
}

const ofNone = () => new Error('The index has a contract of no generation.');

/** An event that comes from the only contract from which it is genuine. */
export interface GenuineEvent {
  event: PlatformEvent;
  generation: Generation;
}

/**
 * Reads a message to the platform.
 * @param source the sender
 * @returns undefined when it is no event, or not from the contract that it concerns
 */
export function readGenuineEvent(
  body: Cell,
  source: RawAddress,
  platform: RawAddress,
): GenuineEvent | undefined {
  for (const generation of generations) {
    const event = generation.readEvent(body);
    if (event && generation.eventSource(event, platform) === source) return { event, generation };
  }
  return undefined;
}

/** Reads a message of the platform. @returns undefined when it registers no content */
export function readRegistrationOf(message: Message, platform: RawAddress): Registration | undefined {
  for (const generation of generations) {
    const registration = generation.readRegistration(message, platform);
    if (registration) return registration;
  }
  return undefined;
}
