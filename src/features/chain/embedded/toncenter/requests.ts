import { Address, Cell, loadMessage, type TupleItem } from '@ton/core';
import * as z from 'zod';
import { maxFaucetAmount } from '../faucet-limit.ts';

/** Parameters of toncenter's API, version 2, as clients send them. As in toncenter, unknown parameters are ignored. */

/** Creates a schema for a value that only its parser can validate. */
const parsed = <T>(text: z.ZodString, parse: (text: string) => T, problem: string) =>
  text.transform((value, context) => {
    try {
      return parse(value);
    } catch {
      context.addIssue({ code: 'custom', message: problem });
      return z.NEVER;
    }
  });

/** Size of the largest external message that the main network accepts. */
const maxMessageBytes = 65_535;
const base64 = (bytes: number) => z.string().max(Math.ceil(bytes / 3) * 4);
const cell = parsed(
  base64(maxMessageBytes),
  (text) => Cell.fromBase64(text),
  'is not a bag of cells in base64',
);
const address = parsed(z.string().max(100), (text) => Address.parse(text), 'is not a TON address');

/** Accepts numbers as strings too, because logical times are sent that way. */
const whole = z
  .union([
    z.int(),
    z
      .string()
      .regex(/^\d{1,15}$/)
      .transform(Number),
  ])
  .pipe(z.int().nonnegative());
const workchain = z.union([z.literal(-1), z.literal(0), z.enum(['-1', '0']).transform(Number)]);
/** A hash of 32 bytes, in hex or base64. */
const hash = z
  .string()
  .max(64)
  .transform((text) => Buffer.from(text, /^[0-9a-f]{64}$/i.test(text) ? 'hex' : 'base64'))
  .refine((bytes) => bytes.length === 32, 'is not a hash of 32 bytes');
/** Refuses block numbers, because states of earlier blocks are not stored. */
const latestOnly = z.undefined({ error: 'this chain answers for its last block only' }).optional();

const integer = z.union([
  z.int().transform(BigInt),
  z
    .string()
    .regex(/^-?(0x[0-9a-f]{1,65}|\d{1,78})$/i)
    .transform((text) => (text.startsWith('-') ? -BigInt(text.slice(1)) : BigInt(text))),
]);
const cellBytes = z.union([cell, z.object({ bytes: cell }).transform(({ bytes }) => bytes)]);
const stackItem = z.union([
  z.tuple([z.literal('num'), integer]).transform(([, value]): TupleItem => ({ type: 'int', value })),
  z
    .tuple([z.enum(['tvm.Cell', 'cell']), cellBytes])
    .transform(([, value]): TupleItem => ({ type: 'cell', cell: value })),
  z
    .tuple([z.enum(['tvm.Slice', 'slice']), cellBytes])
    .transform(([, value]): TupleItem => ({ type: 'slice', cell: value })),
]);

/** The body of `POST /api/v2/jsonRPC`. */
export const call = z.object({
  jsonrpc: z.literal('2.0').optional(),
  id: z.union([z.string().max(100), z.number(), z.null()]).optional(),
  method: z.string().max(100),
  params: z.record(z.string(), z.unknown()).default({}),
});

export const configParameter = z.object({ config_id: z.int32(), seqno: latestOnly });

export const shards = z.object({ seqno: whole });

export const blockTransactions = z.object({
  workchain,
  shard: z.union([z.string().max(30), z.number()]),
  seqno: whole,
  count: whole.pipe(z.int().min(1).max(256)).default(40),
  after_lt: whole.default(0),
});

export const addressInformation = z.object({ address, seqno: latestOnly });

export const getMethod = z.object({
  address,
  method: z.union([z.string().min(1).max(200), z.int().min(0).max(0xffff_ffff)]),
  stack: z.array(stackItem).max(200).default([]),
  seqno: latestOnly,
});

export const transactions = z
  .object({
    address,
    limit: whole.pipe(z.int().min(1).max(100)).default(10),
    lt: whole.optional(),
    hash: hash.optional(),
    to_lt: whole.default(0),
  })
  .refine(({ lt, hash: at }) => (lt === undefined) === (at === undefined), 'lt and hash go together');

/** Returns whether a message is external; others would allow anybody to send in a contract's name. */
const isExternal = (message: Cell): boolean => {
  try {
    return loadMessage(message.beginParse()).info.type === 'external-in';
  } catch {
    return false;
  }
};

export const boc = z.object({ boc: cell.refine(isExternal, 'is not an external message to the chain') });

const optionalCell = z.union([z.literal('').transform(() => undefined), cell]).optional();

export const fees = z.object({
  address,
  body: cell,
  init_code: optionalCell,
  init_data: optionalCell,
  ignore_chksig: z.boolean().default(true),
});

export const located = z.object({ source: address, destination: address, created_lt: whole });

export const faucet = z.object({
  address,
  amount: z
    .string()
    .regex(/^\d{1,19}$/)
    .transform(BigInt)
    .refine((amount) => amount > 0n && amount <= maxFaucetAmount, 'must be above 0 and up to 1,000,000 GRAM'),
});
