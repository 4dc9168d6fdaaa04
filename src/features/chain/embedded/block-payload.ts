import { JournalError } from './journal/journal-error.ts';

/** Location of bytes in the journal. */
export interface Stored {
  position: number;
  length: number;
}

/** A transaction or a state, as bytes or as a location in the journal. */
type Of<T> = T & { account: string };

export interface NewBlock {
  /** Unix seconds. */
  time: number;
  transactions: Of<{ lt: number; boc: Buffer }>[];
  /** The accounts that the block changed, each once: `ShardAccount` cells. */
  states: Of<{ boc: Buffer }>[];
}

export interface StoredBlock {
  time: number;
  transactions: Of<Stored & { lt: number }>[];
  states: Of<Stored>[];
}

const headBytes = 12;
const accountBytes = 36;
const transactionBytes = accountBytes + 12;
const stateBytes = accountBytes + 4;

/**
 * Encodes a block for the journal: time, counts, then for each transaction account, logical time and length, for each
 * state account and length, then all their bytes in that order.
 */
export function encodeBlock({ time, transactions, states }: NewBlock): Buffer {
  const table = Buffer.alloc(headBytes + transactions.length * transactionBytes + states.length * stateBytes);
  table.writeUInt32BE(time, 0);
  table.writeUInt32BE(transactions.length, 4);
  table.writeUInt32BE(states.length, 8);
  let at = headBytes;
  for (const { account, lt, boc } of transactions) {
    writeAccount(table, at, account);
    table.writeBigUInt64BE(BigInt(lt), at + accountBytes);
    table.writeUInt32BE(boc.length, at + accountBytes + 8);
    at += transactionBytes;
  }
  for (const { account, boc } of states) {
    writeAccount(table, at, account);
    table.writeUInt32BE(boc.length, at + accountBytes);
    at += stateBytes;
  }
  return Buffer.concat([table, ...transactions.map(({ boc }) => boc), ...states.map(({ boc }) => boc)]);
}

/**
 * Decodes a block of the journal.
 * @param position of the payload in the journal
 * @throws JournalError when it is malformed
 */
export function decodeBlock(payload: Buffer, position: number): StoredBlock {
  if (payload.length < headBytes) throw noBlock();
  const counts = { transactions: payload.readUInt32BE(4), states: payload.readUInt32BE(8) };
  const tableEnd = headBytes + counts.transactions * transactionBytes + counts.states * stateBytes;
  if (payload.length < tableEnd) throw noBlock();
  let at = headBytes;
  let next = position + tableEnd;
  const stored = (length: number): Stored => {
    next += length;
    return { position: next - length, length };
  };
  const transactions = Array.from({ length: counts.transactions }, () => {
    const account = readAccount(payload, at);
    const lt = Number(payload.readBigUInt64BE(at + accountBytes));
    const length = payload.readUInt32BE(at + accountBytes + 8);
    at += transactionBytes;
    return { account, lt, ...stored(length) };
  });
  const states = Array.from({ length: counts.states }, () => {
    const account = readAccount(payload, at);
    const length = payload.readUInt32BE(at + accountBytes);
    at += stateBytes;
    return { account, ...stored(length) };
  });
  if (next !== position + payload.length) throw noBlock();
  return { time: payload.readUInt32BE(0), transactions, states };
}

const noBlock = () =>
  new JournalError(
    'The journal of the embedded chain has a block that Alcove never wrote. Restore another one.',
  );

/** @param account `workchain:hex`, lower case */
function writeAccount(table: Buffer, at: number, account: string): void {
  const [workchain = '', hash = ''] = account.split(':');
  table.writeInt32BE(Number(workchain), at);
  table.write(hash, at + 4, 'hex');
}

const readAccount = (table: Buffer, at: number): string =>
  `${table.readInt32BE(at)}:${table.toString('hex', at + 4, at + accountBytes)}`;
