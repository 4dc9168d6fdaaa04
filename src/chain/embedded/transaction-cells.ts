import { Cell, Dictionary, loadTransaction, type Transaction } from '@ton/core';

/** The transaction in a bag of cells. */
export const transactionIn = (boc: Buffer): Transaction =>
  loadTransaction((Cell.fromBoc(boc)[0] as Cell).beginParse());

/** A transaction's messages as they were: written anew they may have another hash. */
export function messagesOf({ raw }: Transaction): { received: Cell | null; sent: Cell[] } {
  const messages = raw.beginParse().loadRef().beginParse();
  const received = messages.loadMaybeRef();
  const sent = messages.loadDict(Dictionary.Keys.Uint(15), Dictionary.Values.Cell());
  return { received, sent: sent.values() };
}
