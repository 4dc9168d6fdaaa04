import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod';
import { KeyedMutex } from '../../../core/concurrency/keyed-mutex.ts';
import type { ChainAccess } from '../../chain/index.ts';
import { readWallet } from '../../chain/runtime.ts';
import type { WalletAccount, WalletMessage } from './wallet-account.ts';

export const signedTransfer = z.object({
  /** What the transfer is for; there is at most one for each purpose. */
  purpose: z.string(),
  seqno: z.int(),
  /** Unix seconds. */
  valid_until: z.int(),
  boc: z.string(),
});
type SignedTransfer = z.infer<typeof signedTransfer>;

export interface WalletTransfersOptions {
  account: WalletAccount;
  chain: ChainAccess;
  /** The transfer whose result is unknown. */
  load: () => SignedTransfer | undefined;
  /** Stores a transfer before it is sent. */
  save: (transfer: SignedTransfer) => void;
  /** Forgets the transfer, in the same write as its result. */
  settle: (transfer: SignedTransfer, isExecuted: boolean) => void;
  signal: AbortSignal;
}

export interface Transfer {
  purpose: string;
  messages: readonly WalletMessage[];
  validUntil: number;
}

/** The wallet has less than the messages cost. */
export class TooLittleMoneyError extends Error {}

/** The chain did not execute the transfer in time; it cannot do so any more. */
class TransferExpiredError extends Error {}

/** Sufficient for the network fees of a wallet. */
const feeReserve = 50_000_000n;
const pollMs = 300;
/** The clock of the chain may differ from the one here. */
const lateSeconds = 60;

/**
 * Sends the transfers of a wallet one after the other. Each is stored before it is sent and sent again until the chain
 * has executed it or can no longer do so, so an end of the process at any point neither loses nor repeats it.
 */
export class WalletTransfers {
  readonly #options: WalletTransfersOptions;
  readonly #turns = new KeyedMutex();

  constructor(options: WalletTransfersOptions) {
    this.#options = options;
  }

  /**
   * Sends a transfer; resolves with its BoC in base64 when the chain has executed it.
   * @throws TooLittleMoneyError, TransferExpiredError
   */
  send({ purpose, messages, validUntil }: Transfer): Promise<string> {
    return this.#turns.run('', async () => {
      const { account, chain, save } = this.#options;
      const former = await this.#finishFormer();
      if (former?.purpose === purpose) return former.boc;
      const wallet = await readWallet(chain, account.address);
      const cost = messages.reduce((sum, { amount }) => sum + BigInt(amount), feeReserve);
      if (wallet.balance < cost) throw new TooLittleMoneyError();
      const { seqno, isDeployed } = wallet;
      const boc = account.sign(messages, { seqno, validUntil, isDeployed });
      const transfer = { purpose, seqno, valid_until: validUntil, boc };
      save(transfer);
      await this.#finish(transfer);
      return boc;
    });
  }

  /** Finishes the transfer of an earlier run. */
  async resume(): Promise<void> {
    await this.#turns.run('', () => this.#finishFormer());
  }

  /** @returns the transfer, if it was executed */
  async #finishFormer(): Promise<SignedTransfer | undefined> {
    const former = this.#options.load();
    if (!former) return undefined;
    try {
      await this.#finish(former);
      return former;
    } catch (error) {
      if (error instanceof TransferExpiredError) return undefined;
      throw error;
    }
  }

  async #finish(transfer: SignedTransfer): Promise<void> {
    const { account, chain, settle, signal } = this.#options;
    const boc = Buffer.from(transfer.boc, 'base64');
    for (;;) {
      signal.throwIfAborted();
      const wallet = await readWallet(chain, account.address).catch(() => undefined);
      if (wallet && wallet.seqno > transfer.seqno) return settle(transfer, true);
      if (wallet && wallet.time > transfer.valid_until + lateSeconds) {
        settle(transfer, false);
        throw new TransferExpiredError();
      }
      // Repeated until it is executed, because the chain forgets what it could not execute; never twice, by the seqno.
      if (wallet) await chain.sendFile(boc).catch(() => {});
      await pause(pollMs, undefined, { signal });
    }
  }
}
