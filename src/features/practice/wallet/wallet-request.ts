import type { Cell } from '@ton/core';
import * as z from 'zod';
import { parseJson } from '../../../core/parse-json.ts';
import { globalIds } from '../../../core/ton/global-ids.ts';
import { parseTonAddress, type RawAddress } from '../../../core/ton/ton-address.ts';
import { operations, readBag } from '../../chain/runtime.ts';
import type { WalletMessage } from './wallet-account.ts';

const maxMessages = 4;
/** Limits of a payload, far above what orders need. */
const maxCells = 512;
/** The chain takes a message of up to 250 nested cells, which includes the payload. */
const maxDepth = 200;
/** Requests without a time limit, and those with a longer one, end after this time. */
const maxLifetimeSeconds = 3600;

const wireMessage = z.object({
  address: z
    .string()
    .max(100)
    .refine((text) => parseTonAddress(text) !== undefined),
  amount: z.string().regex(/^\d{1,19}$/),
  payload: z
    .base64()
    .max(64 * 1024)
    .refine((boc) => isPayload(boc))
    .optional(),
  // A wallet that ignored them would send something else than the app asked for.
  stateInit: z.undefined().optional(),
  extraCurrency: z.undefined().optional(),
  extra_currency: z.undefined().optional(),
});

const transaction = z.object({
  valid_until: z.int().positive().optional(),
  network: z.literal(String(globalIds.embedded)).optional(),
  from: z.string().max(100).optional(),
  messages: z.array(wireMessage).min(1).max(maxMessages),
});

/** A request of an app (TON Connect). */
export const appRequest = z.object({
  id: z.union([z.string().max(64), z.int()]).transform(String),
  method: z.string().max(64),
  params: z.array(z.string().max(300_000)).max(1).default([]),
});

/** Reads a transaction; undefined when this wallet cannot send it. @param own address of the wallet */
export function readTransaction(text: string | undefined, own: RawAddress) {
  const { data } = transaction.safeParse(parseJson(text ?? ''));
  if (!data || (data.from !== undefined && parseTonAddress(data.from) !== own)) return undefined;
  const now = Math.floor(Date.now() / 1000);
  const validUntil = Math.min(data.valid_until ?? Number.POSITIVE_INFINITY, now + maxLifetimeSeconds);
  return validUntil <= now ? undefined : { validUntil, messages: data.messages };
}

/** Returns whether the chain can execute a message with this payload; another would block the wallet until it expires. */
function isPayload(boc: string): boolean {
  try {
    const root = readBag(Buffer.from(boc, 'base64'), maxCells);
    return root.depth() <= maxDepth && isOrdinary(root);
  } catch {
    return false;
  }
}

/** Returns whether all cells are ordinary ones; nothing else belongs into a message. */
function isOrdinary(root: Cell): boolean {
  const cells = new Set([root]);
  for (const cell of cells) {
    if (cell.isExotic) return false;
    for (const ref of cell.refs) cells.add(ref);
  }
  return true;
}

const purposes = {
  [operations.register_content]: 'sell',
  [operations.purchase_licence]: 'buy',
  [operations.buy_licence]: 'buyOffer',
  [operations.offer_licence]: 'offer',
  [operations.nft_transfer]: 'give',
  [operations.set_content_terms]: 'terms',
} as const;
export type MessagePurpose = (typeof purposes)[keyof typeof purposes] | 'send' | 'call';

/** Returns what a message asks its recipient to do. */
export function purposeOf({ payload }: WalletMessage): MessagePurpose {
  if (payload === undefined) return 'send';
  const body = readBag(Buffer.from(payload, 'base64'), maxCells).beginParse();
  if (body.remainingBits < 32) return 'send';
  return (purposes as Record<number, MessagePurpose>)[body.loadUint(32)] ?? 'call';
}
