import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { message } from '../../../../core/messages/message.ts';
import { brokenError, JournalError, markerOf, noJournalError } from './journal-error.ts';
import { genesisRow, type StoredTransaction } from './stored-transaction.ts';

const name = Buffer.from('alcove chain v1\n');
/** Length of name, secret, creation time, and digest of all three. */
const headerBytes = name.length + 32 + 8 + 8;
const frameMarker = Buffer.from('BLCK');
/** Length of marker, number and length of a block, and digest. */
const frameHeadBytes = frameMarker.length + 4 + 4 + 20;

const hash = (...parts: Buffer[]): Buffer => createHash('sha256').update(Buffer.concat(parts)).digest();

/**
 * Reads a journal of an earlier version: a header, then a frame for each block. An incomplete block at the end was
 * never acknowledged and is left out.
 * @throws JournalError when it is damaged, or no journal
 */
export function readFormerJournal(file: string): StoredTransaction[] {
  const bytes = readFileSync(file);
  const header = bytes.subarray(0, headerBytes - 8);
  const isHeader = hash(header)
    .subarray(0, 8)
    .equals(bytes.subarray(headerBytes - 8, headerBytes));
  if (!isHeader || !header.subarray(0, name.length).equals(name)) throw noJournalError(file);
  const secret = header.subarray(name.length, name.length + 32);
  const rows = [genesisRow(secret, Number(header.readBigUInt64BE(name.length + 32)), null)];
  let blocks = 0;
  let end = headerBytes;
  for (;;) {
    const payload = payloadAt(bytes, end, secret, blocks + 1);
    if (!payload) break;
    blocks += 1;
    end += frameHeadBytes + payload.length;
    rows.push(...transactionsIn(payload, blocks));
  }
  for (let at = bytes.indexOf(frameMarker, end); at !== -1; at = bytes.indexOf(frameMarker, at + 1)) {
    if (!payloadAt(bytes, at, secret)) continue;
    const place = { file: basename(file), block: blocks + 1, offset: end };
    throw brokenError(file, message('chain.journalDamagedAt', place));
  }
  const known = knownBlocks(file, secret);
  if (blocks >= known) return rows;
  const lost = { file: basename(file), known, block: blocks, marker: basename(markerOf(file)) };
  throw brokenError(file, message('chain.journalCut', lost));
}

/** Returns the content of a complete frame, or undefined when there is none. */
function payloadAt(bytes: Buffer, at: number, secret: Buffer, number?: number): Buffer | undefined {
  const head = bytes.subarray(at, at + frameHeadBytes);
  if (head.length < frameHeadBytes || !head.subarray(0, 4).equals(frameMarker)) return undefined;
  if (number !== undefined && head.readUInt32BE(4) !== number) return undefined;
  const length = head.readUInt32BE(8);
  const payload = bytes.subarray(at + frameHeadBytes, at + frameHeadBytes + length);
  const isWhole = hash(secret, head.subarray(4, 8), payload).subarray(0, 20).equals(head.subarray(12));
  return payload.length === length && isWhole ? payload : undefined;
}

/**
 * Decodes a block, which consists of time, counts, a table of its transactions and states, and their bytes in the same
 * order.
 * @throws JournalError when it is malformed
 */
function transactionsIn(payload: Buffer, seqno: number): StoredTransaction[] {
  if (payload.length < 12) throw malformed();
  const time = payload.readUInt32BE(0);
  const counts = { transactions: payload.readUInt32BE(4), states: payload.readUInt32BE(8) };
  let at = 12;
  let next = at + counts.transactions * 48 + counts.states * 40;
  if (payload.length < next) throw malformed();
  const account = () => {
    at += 36;
    return `${payload.readInt32BE(at - 36)}:${payload.toString('hex', at - 32, at)}`;
  };
  const stored = () => {
    const start = next;
    next += payload.readUInt32BE(at);
    at += 4;
    return payload.subarray(start, next);
  };
  const transactions = Array.from({ length: counts.transactions }, (): StoredTransaction => {
    const owner = account();
    const lt = Number(payload.readBigUInt64BE(at));
    at += 8;
    return { lt, seqno, time, account: owner, boc: stored(), state: null };
  });
  for (let state = 0; state < counts.states; state++) {
    const owner = account();
    const last = transactions.findLast((transaction) => transaction.account === owner);
    if (!last) throw malformed();
    last.state = stored();
  }
  if (next !== payload.length) throw malformed();
  return transactions;
}

const malformed = () => new JournalError('chain.journalMalformed');

/** Reads the number of acknowledged blocks from the file beside the journal; 0 when that is missing. */
function knownBlocks(file: string, secret: Buffer): number {
  if (!existsSync(markerOf(file))) return 0;
  const record = readFileSync(markerOf(file));
  const number = record.subarray(0, 4);
  const isOfJournal = hash(Buffer.from('known'), secret, number).subarray(0, 20).equals(record.subarray(4));
  return isOfJournal ? number.readUInt32BE() : 0;
}
