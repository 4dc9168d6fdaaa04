import { Cell, Dictionary, loadMessage, loadTransaction, type Transaction } from '@ton/core';
import { accountOf } from './account-state.ts';

/** Parses the transaction in a bag of cells. */
export const transactionIn = (boc: Buffer): Transaction =>
  loadTransaction((Cell.fromBoc(boc)[0] as Cell).beginParse());

/** Returns a transaction's messages in their original form, because serialising them again may change their hash. */
export function messagesOf({ raw }: Transaction): { received: Cell | null; sent: Cell[] } {
  const messages = raw.beginParse().loadRef().beginParse();
  const received = messages.loadMaybeRef();
  const sent = messages.loadDict(Dictionary.Keys.Uint(15), Dictionary.Values.Cell());
  return { received, sent: sent.values() };
}

/** Returns the messages that a transaction sends to other contracts, in order. */
export const internalMessages = (boc: Buffer): Cell[] =>
  messagesOf(transactionIn(boc)).sent.filter(
    (cell) => loadMessage(cell.beginParse()).info.type === 'internal',
  );

/** Returns the receiving account, or undefined for messages that leave the chain. */
export function destinationOf(message: Cell): string | undefined {
  const { info } = loadMessage(message.beginParse());
  return info.type === 'external-out' ? undefined : accountOf(info.dest);
}
