import { type Cell, Dictionary, loadTransaction, type Slice, type Transaction } from '@ton/core';
import { readBag, treeSize } from './bag.ts';

/** A message of the main network has at most 8,192 cells, and a transaction little besides. */
const maxTransactionCells = 10_000;
/** Limits the time to read a transaction, in cells met on following every reference. */
const maxTreeCells = 20_000;

/**
 * Parses an untrusted transaction in a bounded time. One whose cells are shared so often that they cannot be read is
 * returned without its messages, because its hash still links it to its neighbours. Only who sent such a message loses
 * by that: none of the contracts' own messages contains a tree of somebody else.
 * @throws when it is malformed or too large
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
