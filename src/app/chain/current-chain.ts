import type { Message } from '../../contract/messages/message.ts';
import type { Services } from '../../contract/node-api/monitoring.ts';
import type { Clock } from '../../core/clock.ts';
import { message } from '../../core/messages/message.ts';
import { NodeError } from '../../core/node-error.ts';
import { formatTonAddress } from '../../core/ton/ton-address.ts';
import type { WalletChain } from '../../features/auth/index.ts';
import type { ChainNetwork } from '../../features/chain/index.ts';
import type { FollowedChain } from './chain-dependencies.ts';
import { platformCapability } from './platform/named-platform.ts';
import type { RunningChain } from './running-chain.ts';

/** The chain that this node follows, if any. `ChainFollower` sets it. */
export class CurrentChain {
  /** The running chain, if any. */
  running: RunningChain | undefined;
  /** The chain that should run; undefined: none. */
  wanted: FollowedChain | undefined;
  /** Resolves when the wanted chain runs or has failed to start. */
  started: Promise<void> = Promise.resolve();
  /** Why the wanted chain does not run. */
  failure: Message | undefined;
  /** The chain of the settings; undefined: none. */
  readonly configured: FollowedChain | undefined;
  readonly #clock: Clock;

  constructor(configured: FollowedChain | undefined, clock: Clock) {
    this.configured = configured;
    this.wanted = configured;
    this.#clock = clock;
  }

  get network(): ChainNetwork {
    return this.wanted?.network ?? 'off';
  }

  /** @throws NodeError `chain_unavailable` */
  get live(): RunningChain {
    if (this.running) return this.running;
    throw new NodeError('chain_unavailable', this.#whyNot());
  }

  /** Access to wallets for checking proofs; undefined without a chain. */
  walletChain(): WalletChain | undefined {
    if (this.wanted === undefined) return undefined;
    return {
      accountOf: async (address) => this.live.walletAccounts.accountOf(address),
      numberOf: async (address, method) => this.live.walletAccounts.numberOf(address, method),
    };
  }

  get height(): number {
    return this.running?.indexer.state().height ?? 0;
  }

  /** Returns the chain's part of `GET /api/v1/node`. */
  services(): Services {
    if (!this.running) {
      const status =
        this.wanted === undefined ? 'off' : this.failure === undefined ? 'starting' : 'unavailable';
      return { chain: { status, delay: 0 }, indexer: { status, delay: 0 } };
    }
    const { status, reportedAt } = this.running.indexer.state();
    return {
      // The chain itself responds while the index still catches up.
      chain: { status: status === 'syncing' ? 'ok' : status, delay: this.#secondsSince(reportedAt.chain) },
      indexer: { status, delay: this.#secondsSince(reportedAt.index) },
    };
  }

  /** Returns the chain and platform, so that nodes of one network share one market. */
  capabilities(): string[] {
    const running = this.running;
    if (running?.platformDeployer.state !== 'deployed') return [];
    return [`${platformCapability}${running.network}:${running.platform.address}`];
  }

  /** Returns the address of the platform for `GET /api/v1/node`, if a chain is followed. */
  masterAddress(): string | undefined {
    const running = this.running;
    return (
      running && formatTonAddress(running.platform.address, { bounceable: true, testOnly: running.testOnly })
    );
  }

  /** @param reportedAt milliseconds; 0: never */
  #secondsSince(reportedAt: number): number {
    return reportedAt === 0 ? 0 : Math.max(0, this.#clock() - reportedAt) / 1000;
  }

  #whyNot(): Message {
    if (this.wanted === undefined) return message('chain.off');
    return this.failure === undefined
      ? message('chain.starting')
      : message('chain.retried', { why: this.failure });
  }
}
