import type { Cell, Slice } from '@ton/core';
import type { LicenceKind } from '../../../contract/common.ts';
import type { RawAddress } from '../../../core/ton/ton-address.ts';
import { attempt, loadIndex, loadKind, loadRawAddress } from './fields.ts';
import { operations } from './operations.ts';
import { contentAddress, licenceAddress } from './state-inits.ts';

/** A licence was bought from its content. */
export interface LicenceIssued {
  type: 'licence_issued';
  queryId: bigint;
  contentIndex: number;
  licenceIndex: number;
  kind: LicenceKind;
  owner: RawAddress;
  price: bigint;
  /** X25519 public key to which the buyer wants the content key to be encrypted. */
  deliverTo: Buffer | null;
}

/** The owner or the terms of a content changed. */
export interface ContentChanged {
  type: 'content_changed';
  queryId: bigint;
  contentIndex: number;
  owner: RawAddress;
  price: bigint;
  resalePrice: bigint;
  allowResale: boolean;
  withdrawn: boolean;
}

/** A licence was given away (price 0) or resold; an offer of it ends. */
export interface LicenceMoved {
  type: 'licence_moved';
  queryId: bigint;
  licenceIndex: number;
  content: RawAddress;
  newOwner: RawAddress;
  price: bigint;
  /** As for `LicenceIssued`; null after a transfer. */
  deliverTo: Buffer | null;
}

/** A licence is offered for `price`; 0 ends the offer. */
export interface LicenceOffered {
  type: 'licence_offered';
  queryId: bigint;
  licenceIndex: number;
  content: RawAddress;
  price: bigint;
}

/** The owner of a licence destroyed it. */
export interface LicenceDestroyed {
  type: 'licence_destroyed';
  queryId: bigint;
  licenceIndex: number;
  content: RawAddress;
}

export type PlatformEvent = LicenceIssued | ContentChanged | LicenceMoved | LicenceOffered | LicenceDestroyed;

function loadDeliverTo(slice: Slice): Buffer | null {
  const cell = slice.loadMaybeRef();
  if (cell === null) return null;
  const recipient = cell.beginParse();
  const key = recipient.loadBuffer(32);
  recipient.endParse();
  return key;
}

function loadEvent(slice: Slice): PlatformEvent | undefined {
  const operation = slice.loadUint(32);
  const queryId = slice.loadUintBig(64);
  switch (operation) {
    case operations.licence_issued:
      return {
        type: 'licence_issued',
        queryId,
        contentIndex: loadIndex(slice),
        licenceIndex: loadIndex(slice),
        kind: loadKind(slice),
        owner: loadRawAddress(slice),
        price: slice.loadCoins(),
        deliverTo: loadDeliverTo(slice),
      };
    case operations.content_changed:
      return {
        type: 'content_changed',
        queryId,
        contentIndex: loadIndex(slice),
        owner: loadRawAddress(slice),
        price: slice.loadCoins(),
        resalePrice: slice.loadCoins(),
        allowResale: slice.loadBit(),
        withdrawn: slice.loadBit(),
      };
    case operations.licence_moved:
      return {
        type: 'licence_moved',
        queryId,
        licenceIndex: loadIndex(slice),
        content: loadRawAddress(slice),
        newOwner: loadRawAddress(slice),
        price: slice.loadCoins(),
        deliverTo: loadDeliverTo(slice),
      };
    case operations.licence_offered:
      return {
        type: 'licence_offered',
        queryId,
        licenceIndex: loadIndex(slice),
        content: loadRawAddress(slice),
        price: slice.loadCoins(),
      };
    case operations.licence_destroyed:
      return {
        type: 'licence_destroyed',
        queryId,
        licenceIndex: loadIndex(slice),
        content: loadRawAddress(slice),
      };
    default:
      return undefined;
  }
}

/**
 * Parses the body of a message to the platform; it is a genuine event only if it comes from `eventSource`. A genuine
 * event is valid even if the platform's transaction was aborted, because a platform that owes rent has no gas for it.
 * @returns undefined when it is no event
 */
export function readEvent(body: Cell): PlatformEvent | undefined {
  return attempt(() => {
    const slice = body.beginParse();
    const event = loadEvent(slice);
    slice.endParse();
    return event;
  });
}

/**
 * Returns the only contract from which this event is genuine. Licence events name their content, and the caller must
 * check that it belongs to the platform.
 */
export function eventSource(event: PlatformEvent, platform: RawAddress): RawAddress {
  switch (event.type) {
    case 'licence_issued':
    case 'content_changed':
      return contentAddress(platform, event.contentIndex);
    case 'licence_moved':
    case 'licence_offered':
    case 'licence_destroyed':
      return licenceAddress(event.content, event.licenceIndex);
  }
}
