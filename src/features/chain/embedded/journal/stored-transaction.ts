import { createHash } from 'node:crypto';

/** A transaction in the journal. */
export interface StoredTransaction {
  /** Logical time, which rises along the chain. */
  lt: number;
  /** The number of its block. */
  seqno: number;
  /** Unix seconds. */
  time: number;
  /** `workchain:hex`, lower case. */
  account: string;
  boc: Buffer;
  /**
   * The `ShardAccount` cell of the account after the transaction; null where the same block has a later transaction of
   * the account. In the first row it is the configuration.
   */
  state: Buffer | null;
}

/** A transaction as clients read it. */
export type FoundTransaction = Pick<StoredTransaction, 'lt' | 'seqno' | 'account' | 'boc'>;

/**
 * Returns the first row of a journal.
 * @param secret random and never disclosed, so that no two chains are alike
 * @param config the configuration of the chain; null for a journal of an earlier version, which has none
 */
export const genesisRow = (secret: Buffer, time: number, config: Buffer | null): StoredTransaction => ({
  lt: 0,
  seqno: 0,
  time,
  account: '',
  boc: secret,
  state: config,
});

/** Returns the digest of a row, because SQLite detects damage of its structure only. */
export const digestOf = ({ lt, seqno, time, account, boc, state }: StoredTransaction): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([lt, seqno, time, account, boc.length, state?.length]))
    .update(boc)
    .update(state ?? '')
    .digest();
