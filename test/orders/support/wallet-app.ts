import { WalletAccount } from '../../../src/features/practice/wallet/wallet-account.ts';
import type { WalletMessage } from '../../support/wallets/chain-wallet.ts';

/** The seeds of the two wallet apps. */
export const walletSeeds = [61, 62];

/** A wallet app that signs offline, and counts the messages that it has signed. */
export class WalletApp {
  seqno = 0;
  readonly #account: WalletAccount;

  constructor(seed: number) {
    this.#account = new WalletAccount(Buffer.alloc(32, seed));
  }

  /**
   * Signs a message with the next seqno; the chain accepts the messages of a wallet in order.
   * @param validUntil Unix seconds
   * @returns the BoC in base64
   */
  sign(message: WalletMessage, validUntil: number): string {
    const { seqno } = this;
    this.seqno += 1;
    return this.#account.sign([message], { seqno, validUntil, isDeployed: seqno > 0 });
  }
}
