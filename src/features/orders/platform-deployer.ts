import { isDeepStrictEqual } from 'node:util';
import { Address } from '@ton/core';
import type { Message } from '../../contract/messages/message.ts';
import { ownerId } from '../../core/caller.ts';
import type { Clock } from '../../core/clock.ts';
import type { Logger } from '../../core/log/logger.ts';
import { message, messageOfError } from '../../core/messages/message.ts';
import { NodeError } from '../../core/node-error.ts';
import { formatTonAddress } from '../../core/ton/ton-address.ts';
import { tonUp } from '../../core/ton/ton-amounts.ts';
import type { ChainNetwork } from '../chain/index.ts';
import { findSuccessors, readAccount, verifyPlatform } from '../chain/runtime.ts';
import type { ContractFees } from './drafts/contract-fees.ts';
import type { Draft } from './drafts/draft.ts';
import { deployDraft, metadataDraft } from './drafts/platform-drafts.ts';
import type { OrderRecord } from './order.ts';
import type { FollowedPlatforms, OrderFees } from './order-context.ts';
import { isTestOnly } from './order-responses.ts';
import { balanceOf, type Payers } from './payers.ts';
import { feesOf, placeOrder } from './place-order.ts';
import type { ChosenPlatform } from './platform/choose-platform.ts';
import { type PlatformNeed, platformNeed } from './platform/platform-need.ts';
import type { PlatformMetadata } from './platform/platform-texts.ts';
import { successorMessage } from './platform/successor-message.ts';
import type { OrderRepository } from './repository/order-repository.ts';

export interface PlatformDeployerOptions {
  network: ChainNetwork;
  platform: ChosenPlatform;
  /** Receives verified successors. */
  store: Pick<FollowedPlatforms, 'follow'>;
  payers: Payers;
  orders: OrderRepository;
  fees: OrderFees;
  contractFees: ContractFees;
  /** Returns the metadata that this node's platform should have. */
  platformMetadata: () => PlatformMetadata;
  clock: Clock;
  logger: Logger;
  pollMs: number;
  onChange: () => void;
}

/** Number of polls between two checks, which may be rare because the money for a platform arrives once. */
const pollsBetween = 4;
/** Interval between searches for a successor of the platform, which an owner names every few years. */
const successorMs = 24 * 60 * 60 * 1000;

type State = 'deployed' | 'missing' | 'unknown';

/**
 * Checks that the platform exists, and drafts orders for the node's own one; places them by itself only on the embedded
 * chain, with test money.
 */
export class PlatformDeployer {
  readonly #options: PlatformDeployerOptions;
  /** Resolves when the platform is on the chain. */
  readonly deployed: Promise<void>;
  #isDeployed = () => {};
  #state: State = 'unknown';
  #message: Message | null = null;
  #order: OrderRecord | undefined;
  #checking: Promise<void> | undefined;
  /** Aborted when the chain is replaced, because the responses of the former one are no longer valid. */
  #chain = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #stopped = false;
  /** Whether the last search for a successor of the platform is recent. */
  #isSuccessorKnown = false;

  constructor(options: PlatformDeployerOptions) {
    this.#options = options;
    this.deployed = new Promise((resolve) => {
      this.#isDeployed = resolve;
    });
  }

  get state(): State {
    return this.#state;
  }

  /** Explains why there is no platform, or why its successor is ignored, and the remedy. */
  get message(): Message | null {
    return this.#message;
  }

  /** @throws NodeError `chain_unavailable` until the platform is known to exist */
  check(): void {
    if (this.#state === 'deployed') return;
    throw new NodeError('chain_unavailable', this.#message ?? 'orders.chainNotReached');
  }

  /**
   * Drafts the order that this node's platform needs, for the owner.
   * @throws NodeError `precondition_failed`, `chain_unavailable`
   */
  async draft(): Promise<Draft> {
    const { platform, payers, fees, contractFees, platformMetadata } = this.#options;
    if (platform.source !== 'own') throw new NodeError('precondition_failed', 'orders.platformOfOthers');
    const { wallet } = payers.fee;
    const need = await platformNeed(payers, platform.address, wallet, platformMetadata());
    if (need === 'nothing') throw new NodeError('precondition_failed', 'orders.platformUpToDate');
    const draft = this.#draft(need);
    // Before the deployment, no contract states its fees.
    if (need === 'deployment') await fees.check();
    else await contractFees.check(draft);
    await fees.refresh();
    return draft;
  }

  /** Checks the platform now. */
  wake(): void {
    if (this.#stopped || this.#checking || this.#isSuccessorKnown) return;
    clearTimeout(this.#timer);
    const { signal } = this.#chain;
    this.#checking = this.#check(signal).finally(() => {
      this.#checking = undefined;
      if (this.#stopped) return;
      if (signal.aborted) return this.#checkAgain();
      const ms = this.#isSuccessorKnown ? successorMs : this.#options.pollMs * pollsBetween;
      this.#timer = setTimeout(() => this.#checkAgain(), ms);
    });
  }

  /** Checks again after the chain was replaced. */
  recheck(): void {
    this.#chain.abort();
    this.#chain = new AbortController();
    this.#order = undefined;
    this.#set('unknown', null);
    this.#checkAgain();
  }

  #checkAgain(): void {
    this.#isSuccessorKnown = false;
    this.wake();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#checking;
  }

  async #check(signal: AbortSignal): Promise<void> {
    const { platform, payers, logger } = this.#options;
    try {
      const account = await readAccount(payers.chain, payers.second, Address.parseRaw(platform.address));
      signal.throwIfAborted();
      const isActive = account.state === 'active';
      // The own platform needs no verification, because the node computed its address.
      if (isActive && platform.source !== 'own' && !verifyPlatform(platform.address, account)) {
        this.#set('missing', message('orders.platformUnknown'));
      } else if (isActive) {
        if (this.#state !== 'deployed') this.#set('deployed', null);
        this.#isDeployed();
        await this.#checkSuccessors(signal);
      } else if (platform.source === 'own') {
        await this.#checkDeployment(signal);
      } else {
        this.#set('missing', notThere(platform));
      }
    } catch (error) {
      if (signal.aborted) return;
      // Without the chain the indexer reports the error, once.
      const level = error instanceof NodeError ? 'debug' : 'warn';
      logger[level]({ err: error }, 'the state of the platform could not be read; trying again');
    }
  }

  /** Searches for successors, and follows those that are verified. */
  async #checkSuccessors(signal: AbortSignal): Promise<void> {
    const { platform, store, payers, network } = this.#options;
    const found = await findSuccessors(payers, platform.address);
    signal.throwIfAborted();
    await store.follow(found.verified);
    signal.throwIfAborted();
    this.#isSuccessorKnown = true;
    // A verified successor is in use, and the owner has nothing to do.
    this.#set('deployed', found.refused ? successorMessage(found, isTestOnly(network)) : null);
  }

  async #checkDeployment(signal: AbortSignal): Promise<void> {
    const { network, orders } = this.#options;
    let draft: Draft;
    try {
      draft = this.#draft('deployment');
    } catch (error) {
      return this.#set('missing', messageOfError(error));
    }
    if (network === 'embedded') return this.#deploy(draft, signal);
    const open = orders.open({ ...draft, user: ownerId });
    this.#set('missing', message(open ? 'orders.platformStarting' : 'orders.platformNotOrdered'));
  }

  async #deploy(draft: Draft, signal: AbortSignal): Promise<void> {
    const { payers, network, orders, fees } = this.#options;
    try {
      // Before the deployment, no contract states its fees.
      await fees.check();
    } catch (error) {
      signal.throwIfAborted();
      return this.#set('missing', messageOfError(error));
    }
    signal.throwIfAborted();
    const last = this.#order && orders.get(this.#order.queryId);
    if (last?.state === 'refused' && last.sentLt !== null) {
      return this.#set('missing', message('orders.platformRefused'));
    }
    const { wallet, hasFaucet } = payers.fee;
    const needed = draft.amount + feesOf(draft, fees);
    const isPoor = last?.state !== 'open' && !hasFaucet && (await balanceOf(payers, payers.fee)) < needed;
    signal.throwIfAborted();
    if (isPoor) {
      const to = formatTonAddress(wallet.raw, { bounceable: false, testOnly: isTestOnly(network) });
      const missing = { needed: tonUp(needed), address: to };
      return this.#set('missing', message('orders.platformNeedsMoney', missing));
    }
    this.#set('missing', message('orders.platformStarting'));
    await this.#send(draft);
  }

  /** @throws NodeError `precondition_failed` */
  #draft(need: Exclude<PlatformNeed, 'nothing'>): Draft {
    const { payers, platform, platformMetadata } = this.#options;
    const { wallet } = payers.fee;
    const options = { wallet, platform: platform.address, metadata: platformMetadata() };
    return need === 'deployment' ? deployDraft(options) : metadataDraft(options);
  }

  /** Places the order; while it is open, placing it again returns the same order. */
  async #send(draft: Draft): Promise<void> {
    const { wallet, outbox } = this.#options.payers.fee;
    this.#order = await placeOrder(this.#options, () => draft, {
      user: ownerId,
      payWith: wallet.payer,
      allowance: null,
      payer: wallet.raw,
    });
    outbox.wake();
  }

  #set(state: State, why: Message | null): void {
    if (this.#state === state && isDeepStrictEqual(this.#message, why)) return;
    this.#state = state;
    this.#message = why;
    this.#options.onChange();
  }
}

const notThere = ({ source }: ChosenPlatform): Message =>
  source === 'configured'
    ? message('orders.platformNotThere')
    : message('orders.platformOfHostNotThere', { host: source });
