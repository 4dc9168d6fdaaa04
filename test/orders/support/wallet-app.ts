import { Address, beginCell, Cell, external, internal, SendMode, storeMessage } from '@ton/core';
import { keyPairFromSeed } from '@ton/crypto';
import { WalletContractV5R1 } from '@ton/ton';
import type { WalletMessage } from '../../support/wallets/chain-wallet.ts';

/** The seeds of the two wallet apps. */
export const walletSeeds = [61, 62];

/** A wallet app that signs offline, and counts the messages that it has signed. */
export class WalletApp {
  seqno = 0;
  readonly #keys;
  readonly #contract;

  constructor(seed: number) {
    this.#keys = keyPairFromSeed(Buffer.alloc(32, seed));
    this.#contract = WalletContractV5R1.create({ publicKey: this.#keys.publicKey });
  }

  /**
   * Signs a message with the next seqno; the chain accepts the messages of a wallet in order.
   * @param until Unix seconds
   * @returns the BoC in base64
   */
  sign({ address, amount, payload }: WalletMessage, until: number): string {
    const to = Address.parse(address);
    const message = internal({ to, value: BigInt(amount), bounce: true, body: Cell.fromBase64(payload) });
    const body = this.#contract.createTransfer({
      ...{ seqno: this.seqno, secretKey: this.#keys.secretKey, timeout: until, messages: [message] },
      sendMode: SendMode.PAY_GAS_SEPARATELY,
    });
    const sent = external({
      to: this.#contract.address,
      init: this.seqno === 0 ? this.#contract.init : undefined,
      body,
    });
    this.seqno += 1;
    return beginCell().store(storeMessage(sent)).endCell().toBoc().toString('base64');
  }
}
