import { beginCell, type Cell } from '@ton/core';
import type { RawAddress } from '../../../../core/ton/ton-address.ts';
import {
  actionAmount,
  deployAmount,
  depositOf,
  licenceDeposit,
  platformDeposit,
  purchaseAmount,
  registerAmount,
  resaleAmount,
} from '../amounts.ts';
import { codes } from '../codes.ts';
import { eventSource, readEvent } from '../events.ts';
import { loadRawAddress, readCell } from '../fields.ts';
import * as messages from '../messages.ts';
import { readRegistration } from '../registration.ts';
import { contentAddress, licenceAddress, platformState } from '../state-inits.ts';

/** The data of a platform (`platform$_` in scheme.tlb); its address depends on deployer, salt and codes. */
interface PlatformData {
  deployer: RawAddress;
  salt: number;
  owner: RawAddress;
  metadata: Cell | null;
  /** Hash of the cell with the codes of contents and licences. */
  codes: Buffer;
}

function readPlatformData(data: Cell): PlatformData | undefined {
  return readCell(data, (slice) => {
    const deployer = loadRawAddress(slice);
    const salt = slice.loadUint(32);
    const owner = loadRawAddress(slice);
    slice.loadMaybeAddress(); // the proposed owner
    slice.loadUintBig(64); // the index of the next content
    const metadata = slice.loadMaybeRef();
    return { deployer, salt, owner, metadata, codes: slice.loadRef().hash() };
  });
}

/** The contracts of source/*.tolk, with everything that clients need to use them. */
export const generation1 = {
  number: 1,
  /** Hashes of the codes. */
  hashes: {
    platform: codes.platform.hash(),
    content: codes.content.hash(),
    licence: codes.licence.hash(),
    /** Hash of the cell with the latter two codes in the data of a platform. */
    items: beginCell().storeRef(codes.content).storeRef(codes.licence).endCell().hash(),
  },
  amounts: {
    action: actionAmount,
    deploy: deployAmount,
    register: registerAmount,
    purchase: purchaseAmount,
    resale: resaleAmount,
    contentDeposit: depositOf,
    licenceDeposit,
    platformDeposit,
  },
  messages,
  platformState,
  contentAddress,
  licenceAddress,
  readPlatformData,
  readRegistration,
  readEvent,
  eventSource,
};
