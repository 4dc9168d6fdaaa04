import type { PracticeChain } from '../../contract/shell/practice-process.ts';
import { messageOfError } from '../../core/messages/message.ts';
import { NodeError } from '../../core/node-error.ts';
import type { ChainNetwork } from '../../features/chain/index.ts';
import type { ChainDependencies, FollowedChain, NamedPlatform } from './chain-dependencies.ts';
import type { CurrentChain } from './current-chain.ts';

export interface ChainFollowerOptions extends ChainDependencies {
  current: CurrentChain;
  /** Returns the platform announced by the first public node that the owner added, for this network. */
  namedPlatform: (network: ChainNetwork) => NamedPlatform | undefined;
}

/** Pause before a failed start of a chain is retried; it doubles each time. */
const firstPauseMs = 1000;
const longestPauseMs = 300_000;

/** Starts, stops and changes the followed chain while the node runs. */
export class ChainFollower {
  readonly #options: ChainFollowerOptions;
  readonly #current: CurrentChain;
  #retry: NodeJS.Timeout | undefined;
  /** Aborted when another chain is to be followed. */
  #starting = new AbortController();

  constructor(options: ChainFollowerOptions) {
    this.#options = options;
    this.#current = options.current;
  }

  /** Starts without waiting, because the rest of the node works without a chain. */
  start(): void {
    void this.follow(this.#current.wanted);
  }

  /** Follows another chain, or none. Resolves when it runs or has failed; a failed start is retried. */
  follow(followed: FollowedChain | undefined): Promise<void> {
    this.#current.wanted = followed;
    clearTimeout(this.#retry);
    this.#starting.abort();
    this.#current.started = this.#current.started.then(async () => {
      await this.#end();
      this.#current.failure = undefined;
      if (followed) await this.#begin(followed, firstPauseMs);
    });
    return this.#current.started;
  }

  /** Follows the chain of the practice network; undefined returns to the chain of the settings. */
  practise(shared: (PracticeChain & { host: string }) | undefined): Promise<void> {
    if (!shared) return this.follow(this.#current.configured);
    const { endpoint, zerostate, platform: address, host } = shared;
    const adopted = { address, host };
    return this.follow({ network: 'embedded', endpoints: [endpoint], zerostate, adopted });
  }

  /**
   * Serves the embedded chain of this node to programs on this computer, once its platform is deployed.
   * @param port 0 picks a free one
   * @throws NodeError `chain_unavailable`; `invalid_request` when the port is taken
   */
  async share(port: number): Promise<PracticeChain> {
    await this.#current.started;
    const { embedded, platform, ready, zerostate } = this.#current.live;
    if (!embedded) throw new NodeError('chain_unavailable', 'chain.noOwnChain');
    await ready();
    const { url: endpoint } = await embedded.serve(port);
    return { endpoint, platform: platform.address, zerostate: await zerostate() };
  }

  /**
   * Adopts the platform of a public node that the owner added, if one is known now: while this node's own platform is
   * unused, or the announced one does not exist.
   */
  adopt(): void {
    const { running, wanted } = this.#current;
    const named = running && wanted && this.#named(wanted);
    if (!named || named.address === running.platform.address) return;
    const isKept =
      running.platform.source === 'own' ? running.isUsed() : running.platformDeployer.state !== 'missing';
    if (!isKept) void this.follow({ ...wanted });
  }

  async stop(): Promise<void> {
    await this.follow(undefined);
  }

  /** Returns no platform for a chain inside this node, because other nodes cannot reach it. */
  #named({ network, endpoints, masterAddress, adopted }: FollowedChain): NamedPlatform | undefined {
    const isInside = network === 'embedded' && endpoints.length === 0;
    const isDecided = masterAddress !== undefined || adopted !== undefined;
    return isInside || isDecided ? undefined : this.#options.namedPlatform(network);
  }

  async #begin(followed: FollowedChain, pauseMs: number): Promise<void> {
    const current = this.#current;
    clearTimeout(this.#retry);
    if (current.wanted !== followed || current.running) return;
    const { signal } = (this.#starting = new AbortController());
    const { logger, onState } = this.#options;
    try {
      const { runChain } = await import('./running-chain.ts');
      const running = await runChain(followed, this.#named(followed), this.#options, signal);
      current.failure = undefined;
      current.running = running;
      running.start();
    } catch (error) {
      if (signal.aborted) return;
      logger.error({ err: error }, 'starting the chain failed; trying again');
      current.failure = messageOfError(error);
      this.#beginLater(followed, pauseMs);
    }
    onState();
  }

  #beginLater(followed: FollowedChain, pauseMs: number): void {
    if (this.#current.wanted !== followed) return;
    this.#retry = setTimeout(() => {
      const nextPauseMs = Math.min(longestPauseMs, pauseMs * 2);
      this.#current.started = this.#current.started.then(() => this.#begin(followed, nextPauseMs));
    }, pauseMs);
  }

  async #end(): Promise<void> {
    const { running } = this.#current;
    this.#current.running = undefined;
    try {
      await running?.stop();
    } catch (error) {
      // The failure does not affect the next chain.
      this.#options.logger.error({ err: error }, 'stopping the chain failed');
    }
  }
}
