import { type Cell, Dictionary, loadTransaction, type Slice, type Transaction } from '@ton/core';
import { readBag, treeSize } from './bag.ts';

/** Limit of cells; a message of the main network has at most 8,192 of them, and its transaction few more. */
const maxTransactionCells = 10_000;
/** Limit of the cells visited on following every reference, which bounds the time to read a transaction. */
const maxTreeCells = 20_000;

/**
 * Parses an untrusted transaction in a bounded time. Where its tree is too large, the transaction has no messages,
 * which only harms their sender, but is still linked to its neighbours by its hash.
 * @throws Error when it is malformed or too large
 */
export function readTransaction(boc: Buffer): Transaction {
  const root = readBag(boc, maxTransactionCells);
  return treeSize(root, maxTreeCells) < maxTreeCells
    ? loadTransaction(root.beginParse())
    : withoutMessages(root);
}

const noHash = Buffer.alloc(32);

function withoutMessages(raw: Cell): Transaction {
  const slice: Slice = raw.beginParse();
  if (slice.loadUint(4) !== 0b0111) throw new RangeError('No transaction');
  return {
    address: slice.loadUintBig(256),
    lt: slice.loadUintBig(64),
    prevTransactionHash: slice.loadUintBig(256),
    prevTransactionLt: slice.loadUintBig(64),
    now: slice.loadUint(32),
    outMessagesCount: slice.loadUint(15),
    oldStatus: 'active',
    endStatus: 'active',
    inMessage: null,
    outMessages: Dictionary.empty(),
    totalFees: { coins: 0n },
    stateUpdate: { oldHash: noHash, newHash: noHash },
    description: {
      type: 'storage',
      storagePhase: { storageFeesCollected: 0n, statusChange: 'unchanged' },
    },
    raw,
    hash: () => raw.hash(),
  };
}
