import { Address, Cell, loadMessageRelaxed, type Transaction } from '@ton/core';
import type { Clock } from '../../../core/clock.ts';
import type { Logger } from '../../../core/log/logger.ts';
import { NodeError } from '../../../core/node-error.ts';
import type { OwnWallet } from '../../chain/wallets/own-wallet.ts';
import { sendingFees } from '../../chain/wallets/sending-fees.ts';
import { findTransaction } from '../../chain/wallets/transactions.ts';
import { type ChainAccess, readWallet, type WalletState } from '../../chain/wallets/wallet-state.ts';
import type { IntentRepository } from '../repository/order-repository.ts';
import { type Intent, type Signature, settlingMs } from '../repository/order-rows.ts';
import { outboxWords } from './outbox-messages.ts';
import { bodyHash, signExternal } from './signed-message.ts';

/** SENDRAWMSG: all that the wallet has. */
export const sendAll = 128;

export interface OutboxOptions {
  wallet: OwnWallet;
  chain: ChainAccess;
  intents: Pick<IntentRepository, 'inHand' | 'setExternal' | 'setSent' | 'end'>;
  clock: Clock;
  logger: Logger;
  /** Where money can be had for nothing. @param nanoTon at least so much is missing */
  topUp?: ((nanoTon: bigint) => Promise<void>) | undefined;
  /** How often the chain is asked about what is under way; `wake` comes before. */
  pollMs: number;
  onChange: () => void;
}

type Signed = Intent & Signature;
type Sent = Intent & { sentLt: bigint };

const isSigned = (intent: Intent): intent is Signed => intent.external !== null && intent.sentLt === null;
const isSent = (intent: Intent): intent is Sent => intent.sentLt !== null;

/**
 * Sends what a wallet of this node is to send, one after the other: what is signed is written down before it leaves,
 * and nothing else is signed until the chain shows it, or takes it no more.
 */
export class Outbox {
  readonly #options: OutboxOptions;
  /** Those whose contract was seen to take them, or can take them no more: the index tells the rest. */
  readonly #delivered = new Set<number>();
  #timer: NodeJS.Timeout | undefined;
  #turn: Promise<void> | undefined;
  #again = false;
  #stopped = false;

  constructor(options: OutboxOptions) {
    this.#options = options;
  }

  /** Something is to be sent, or the chain has moved on. */
  wake(): void {
    if (this.#stopped) return;
    this.#again = true;
    this.#turn ??= this.#work().finally(() => {
      this.#turn = undefined;
      if (this.#again) this.wake();
    });
  }

  /** Resolves when nothing runs any more; what is open is taken up by the next one. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#again = false;
    clearTimeout(this.#timer);
    await this.#turn;
  }

  async #work(): Promise<void> {
    clearTimeout(this.#timer);
    try {
      while (this.#again) {
        this.#again = false;
        await this.#step();
      }
    } catch (error) {
      // That the chain cannot be reached is told by the index, once.
      const level = error instanceof NodeError ? 'debug' : 'warn';
      this.#options.logger[level](
        { err: error },
        'what a wallet sends could not be looked after; once more soon',
      );
    }
    if (this.#stopped || this.#open().length === 0) return;
    this.#timer = setTimeout(() => this.wake(), this.#options.pollMs);
  }

  #open(): Intent[] {
    const { intents, wallet } = this.#options;
    return intents.inHand(wallet.raw).filter(({ id }) => !this.#delivered.has(id));
  }

  async #step(): Promise<void> {
    for (const intent of this.#open().filter(isSent)) await this.#follow(intent);
    const waiting = this.#open().filter((intent) => !isSent(intent));
    if (waiting.length === 0) return;
    const { chain, wallet } = this.#options;
    const state = await readWallet(chain, wallet.address);
    const signed = waiting.find(isSigned);
    if (signed) await this.#lookFor(signed, state);
    else await this.#sendNext(waiting, state);
  }

  /** What was signed is on the chain, or is sent once more, or can be no more. */
  async #lookFor(intent: Signed, state: WalletState): Promise<void> {
    if (state.seqno > intent.seqno) {
      if (state.last) await this.#findOnChain(intent, state.last);
    } else if (state.time * 1000 > intent.validUntil + settlingMs) {
      this.#end(intent, 'expired', outboxWords.notTaken);
    } else {
      await this.#broadcast(intent.external);
    }
  }

  async #findOnChain(intent: Signed, last: { lt: string; hash: string }): Promise<void> {
    const { chain, wallet, intents } = this.#options;
    const hash = bodyHash(intent.external);
    const found = await findTransaction(chain, wallet.address, {
      last,
      isMeant: ({ inMessage }) =>
        inMessage?.info.type === 'external-in' && inMessage.body.hash().equals(hash),
      isPast: ({ lt }) => lt <= intent.afterLt,
    });
    // Whether it was taken cannot be said yet: told as not sent, it would be paid twice.
    if (found === 'too_many' || found === 'left_out') return;
    if (!found) return this.#end(intent, 'expired', outboxWords.otherDevice);
    const sent = [...found.outMessages.values()].find(({ info }) => info.type === 'internal');
    if (sent?.info.type !== 'internal') return this.#end(intent, 'refused', outboxWords.tooLittle, found);
    intents.setSent(intent.id, sent.info.createdLt, found.hash());
    this.#changed();
  }

  /** Whether the contract took it; for the rest the index tells. */
  async #follow(intent: Sent): Promise<void> {
    if (intent.kind === 'withdraw' && !canBounce(intent)) return this.#end(intent, 'confirmed');
    const { chain, wallet } = this.#options;
    const found = await findTransaction(chain, Address.parseRaw(intent.target), {
      isMeant: ({ inMessage }) =>
        inMessage?.info.type === 'internal' &&
        inMessage.info.createdLt === intent.sentLt &&
        inMessage.info.src.equals(wallet.address),
      isPast: ({ lt }) => lt < intent.sentLt,
    });
    if (typeof found === 'object') return this.#delivery(intent, found);
    if (this.#options.clock() <= intent.validUntil + settlingMs) return;
    if (intent.kind !== 'withdraw' && intent.kind !== 'platform') this.#delivered.add(intent.id);
    // Of an account with so many transactions nothing can be seen any more.
    else if (intent.kind === 'withdraw' && found === 'too_many') this.#end(intent, 'confirmed');
  }

  #delivery(intent: Sent, transaction: Transaction): void {
    if (wasSentBack(transaction)) this.#end(intent, 'refused', outboxWords.sentBack, transaction);
    else if (intent.kind === 'withdraw' || intent.kind === 'platform') this.#end(intent, 'confirmed');
    else this.#delivered.add(intent.id);
  }

  async #sendNext(waiting: Intent[], state: WalletState): Promise<void> {
    const { clock, topUp, intents, wallet } = this.#options;
    const [next] = waiting;
    if (!next) return;
    this.#again = true;
    if (next.validUntil < clock()) return this.#end(next, 'expired', outboxWords.tooLate);
    const needed = (next.sendMode & sendAll ? 0n : next.amount) + sendingFees(next.message);
    if (state.balance < needed && topUp) await topUp(needed - state.balance);
    else if (state.balance < needed) return this.#end(next, 'expired', outboxWords.tooLittle);
    const external = await signExternal(wallet, state, next);
    intents.setExternal(next.id, { external, seqno: state.seqno, afterLt: BigInt(state.last?.lt ?? 0) });
    this.#options.onChange();
    await this.#broadcast(external);
  }

  /** That it was refused proves nothing: it may have passed before, or by another way. */
  async #broadcast(external: Buffer): Promise<void> {
    await this.#options.chain.sendFile(external).catch((error: unknown) => {
      this.#options.logger.debug({ err: error }, 'the chain did not take a signed message, this time');
    });
  }

  #end(
    intent: Intent,
    state: 'confirmed' | 'expired' | 'refused',
    note?: string,
    transaction?: Transaction,
  ): void {
    const { intents, clock } = this.#options;
    intents.end(intent.id, {
      state,
      at: clock(),
      ...(note !== undefined && { note }),
      ...(transaction && { transaction: transaction.hash() }),
    });
    this.#changed();
  }

  #changed(): void {
    this.#again = true;
    this.#options.onChange();
  }
}

/** A wallet that is not deployed yet fails too, and keeps what it got. */
const wasSentBack = ({ description }: Transaction): boolean =>
  description.type === 'generic' && description.bouncePhase != null;

function canBounce({ message }: Intent): boolean {
  const [cell] = Cell.fromBoc(message);
  const { info } = loadMessageRelaxed((cell ?? Cell.EMPTY).beginParse());
  return info.type === 'internal' && info.bounce;
}
