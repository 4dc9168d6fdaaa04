import { setImmediate as othersTurn } from 'node:timers/promises';
import type { Address, Transaction } from '@ton/core';
import type { TonClient } from '@ton/ton';
import * as z from 'zod';
import { cellsIn } from '../cells/bag.ts';
import { readTransaction } from '../cells/transaction.ts';
import { ResponseTooLong, type ServiceName } from './unavailable.ts';

type PageOptions = Parameters<TonClient['getTransactions']>[1];
type Ask = (method: string, params: object) => Promise<unknown>;

const page = z.array(z.looseObject({ data: z.string() }));
/** Limit of the cells of a page, which bounds the time to read it. */
const maxPageCells = 100_000;
/** Limit of the cells in the result of a get-method; the metadata of a content has at most 384. */
const maxResultCells = 4096;

/**
 * Reads transactions like `TonClient.getTransactions`, in a bounded time. A page that is too long is requested again
 * with half as many transactions, because large messages must not prevent reading.
 * @throws ResponseTooLong, or when a transaction is malformed
 */
export async function readTransactions(
  ask: Ask,
  service: ServiceName,
  address: Address,
  { inclusive, hash, ...options }: PageOptions,
): Promise<Transaction[]> {
  const hex = hash === undefined ? undefined : Buffer.from(hash, 'base64').toString('hex');
  const isSkipped = hash !== undefined && options.lt !== undefined && inclusive !== true;
  for (let limit = options.limit; ; limit = Math.ceil(limit / 2)) {
    const max = isSkipped ? limit + 1 : limit;
    try {
      const params = { address: address.toString(), ...options, limit: max, hash: hex };
      const found = await readPage(await ask('getTransactions', params), service, max);
      return isSkipped ? found.slice(1) : found;
    } catch (error) {
      if (!(error instanceof ResponseTooLong) || limit <= 1) throw error;
    }
  }
}

async function readPage(response: unknown, service: ServiceName, max: number): Promise<Transaction[]> {
  const bags = page
    .parse(response)
    .slice(0, max)
    .map(({ data }) => Buffer.from(data, 'base64'));
  const cells = bags.reduce((sum, bag) => sum + cellsIn(bag), 0);
  if (bags.length > 1 && cells > maxPageCells) throw new ResponseTooLong(service);
  const found: Transaction[] = [];
  for (const bag of bags) {
    found.push(readTransaction(bag));
    // Other work runs in between, because a large transaction takes long to read.
    await othersTurn();
  }
  return found;
}

/**
 * Checks the bags of cells in the result of a get-method before they are parsed.
 * @throws RangeError when they have too many cells
 */
export function checkResultCells(result: unknown): void {
  let cells = 0;
  const open: unknown[] = [result];
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (typeof value !== 'object' || value === null) continue;
    for (const [name, part] of Object.entries(value)) {
      if (name === 'bytes' && typeof part === 'string') cells += cellsIn(Buffer.from(part, 'base64'));
      else open.push(part);
    }
    if (cells > maxResultCells) throw new RangeError('Too many cells');
  }
}
