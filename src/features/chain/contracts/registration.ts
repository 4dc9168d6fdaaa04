import type { Message } from '@ton/core';
import type { RawAddress } from '../../../core/ton/ton-address.ts';
import { type ContentParams, loadContentParams } from './content-params.ts';
import { attempt, loadIndex, loadRawAddress, readCell } from './fields.ts';
import { operations } from './operations.ts';
import { contentAddress } from './state-inits.ts';

/** A content that the platform deployed. */
export interface Registration {
  queryId: bigint;
  index: number;
  address: RawAddress;
  owner: RawAddress;
  params: ContentParams;
  /** Hash of the cell with the parameters; the platform writes the same cell as the registering program. */
  paramsHash: Buffer;
}

/**
 * Reads a message that the platform sent, which is trustworthy because only the platform's code in a successful
 * transaction sends messages.
 * @returns undefined when it does not register a content
 */
export function readRegistration(message: Message, platform: RawAddress): Registration | undefined {
  const { info, init, body } = message;
  if (info.type !== 'internal' || !init?.data) return undefined;
  const index = readCell(init.data, (slice) => {
    const first = loadIndex(slice);
    loadRawAddress(slice); // the platform
    return first;
  });
  if (index === undefined) return undefined;
  const address = contentAddress(platform, index);
  if (info.dest.toRawString() !== address) return undefined;
  return attempt(() => {
    const slice = body.beginParse();
    if (slice.loadUint(32) !== operations.content_init) return undefined;
    const queryId = slice.loadUintBig(64);
    const owner = loadRawAddress(slice);
    slice.loadAddress(); // the payer
    slice.loadUint(8); // the number of royalties
    slice.loadRef(); // the licence's code
    const cell = slice.loadRef();
    const params = loadContentParams(cell.beginParse());
    return { queryId, index, address, owner, params, paramsHash: cell.hash() };
  });
}
