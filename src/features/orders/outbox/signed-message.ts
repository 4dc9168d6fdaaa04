import { beginCell, Cell, external, loadMessage, loadMessageRelaxed, storeMessage } from '@ton/core';
import type { OwnWallet, WalletState } from '../../chain/index.ts';

/** A message for a wallet to send. */
export interface OutgoingMessage {
  /** BoC of an internal message. */
  message: Buffer;
  /** TVM, SENDRAWMSG. */
  sendMode: number;
  /** Time in milliseconds after which the wallet does not accept the message. */
  validUntil: number;
}

/**
 * Signs a message for the wallet's next seqno.
 * @returns the BoC of the external message
 */
export async function signMessage(
  wallet: OwnWallet,
  { seqno, isDeployed }: Pick<WalletState, 'seqno' | 'isDeployed'>,
  { message, sendMode, validUntil }: OutgoingMessage,
): Promise<Buffer> {
  const body = wallet.contract.createTransfer({
    seqno,
    secretKey: await wallet.secretKey(),
    timeout: Math.floor(validUntil / 1000),
    sendMode,
    messages: [loadMessageRelaxed(Cell.fromBoc(message)[0]?.beginParse() ?? Cell.EMPTY.beginParse())],
  });
  const init = isDeployed ? undefined : wallet.contract.init;
  const signed = external({ to: wallet.address, init, body });
  return beginCell().store(storeMessage(signed)).endCell().toBoc();
}

/** Returns the hash of the signed body, which the wallet's transaction contains too. */
export function bodyHash(externalBoc: Buffer): Buffer {
  const [cell] = Cell.fromBoc(externalBoc);
  return loadMessage((cell ?? Cell.EMPTY).beginParse()).body.hash();
}
