import { storedMessage } from '../../../platform/sqlite/stored-message.ts';
import type { OrderRecord } from '../order.ts';

export const orderColumns = `id, query_id AS queryId, user, kind, state, pay_with AS payWith, allowance, payer, recipient, target,
  purpose, terms, sha256, share_host AS shareHost, content_address AS contentAddress, licence, title, price, amount, fees, message,
  send_mode AS sendMode, external AS signedMessage, seqno, after_lt AS afterLt, sent_lt AS sentLt, delivered_at AS receivedAt, wallet_reply AS walletReply, note,
  created_at AS createdAt, valid_until AS validUntil, settled_at AS settledAt, transaction_hash AS "transaction"`;

const integers = ['id', 'sendMode', 'seqno', 'createdAt', 'validUntil', 'settledAt', 'receivedAt'] as const;
/** A row of SQLite with all integers as BigInt. */
export type OrderRow = Omit<OrderRecord, (typeof integers)[number] | 'note'> &
  Record<(typeof integers)[number], bigint | null> & { note: string | null };

/** Converts SQLite's integers, which are read as BigInt because of the amounts. */
export function readOrder(row: OrderRow): OrderRecord {
  const numbers = integers.map((name) => [name, row[name] === null ? null : Number(row[name])]);
  return { ...row, ...Object.fromEntries(numbers), note: storedMessage(row.note) } as OrderRecord;
}
