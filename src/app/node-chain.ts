import type { LocalPeer } from '../contract/dashboard-api/peers.ts';
import type { Services } from '../contract/node-api/monitoring.ts';
import type { PracticeChain } from '../contract/practice-process.ts';
import { ownerId } from '../core/caller.ts';
import { NodeError } from '../core/node-error.ts';
import { formatTonAddress, parseTonAddress, type RawAddress } from '../core/ton/ton-address.ts';
import type { ChainNetwork } from '../features/chain/wallets/service-wallet.ts';
import { type ChainRecords, noChainRecords } from '../features/content/chain-records.ts';
import type { ChainLicences } from '../features/licensing/content-key-service.ts';
import { licenceFactsOf } from '../features/market/licence-facts.ts';
import type { ChainMessages } from '../features/orders/endpoints/chain-messages.ts';
import type { ChainSurroundings, FollowedChain, NamedPlatform, RunningChain } from './running-chain.ts';

export interface NodeChainOptions extends ChainSurroundings {
  /** What the settings say; undefined: off. */
  configured: FollowedChain | undefined;
  /** The platform of the first public node that its person named and that names one on this network. */
  namedPlatform: (network: ChainNetwork) => NamedPlatform | undefined;
  /** All wallets that a user has proven and are linked. */
  walletsOf: (user: string) => readonly RawAddress[];
}

/** Before a chain that could not begin is tried again: twice as long each time. */
const firstPauseMs = 1000;
const longestPauseMs = 300_000;

/** The chain that this node follows at the moment, if any: it begins, ends and changes while the node runs. */
export class NodeChain {
  readonly #options: NodeChainOptions;
  #running: RunningChain | undefined;
  /** What is wanted; undefined: none. */
  #wanted: FollowedChain | undefined;
  #failure: string | undefined;
  #retry: NodeJS.Timeout | undefined;
  #turn: Promise<void> = Promise.resolve();

  constructor(options: NodeChainOptions) {
    this.#options = options;
    this.#wanted = options.configured;
  }

  /** Begins without waiting: everything else works without a chain (chain.md, section 1). */
  start(): void {
    this.follow(this.#wanted);
  }

  /** Another chain from now on, or none. Resolves when it runs, or cannot; then it is tried again, ever more seldom. */
  follow(followed: FollowedChain | undefined): Promise<void> {
    this.#wanted = followed;
    clearTimeout(this.#retry);
    this.#turn = this.#turn.then(async () => {
      await this.#end();
      this.#failure = undefined;
      if (followed) await this.#begin(followed, firstPauseMs);
    });
    return this.#turn;
  }

  /** The chain of the practice network from now on; undefined: what the settings say again. */
  practise(shared: (PracticeChain & { host: string }) | undefined): Promise<void> {
    if (!shared) return this.follow(this.#options.configured);
    const { endpoint, platform: address, host } = shared;
    return this.follow({ network: 'embedded', endpoint, adopted: { address, host } });
  }

  /**
   * Serves the embedded chain of this node to others on this computer, once its platform is there.
   * @param port 0 picks a free one
   * @throws NodeError `chain_unavailable`; `invalid_request` when the port is taken
   */
  async share(port: number): Promise<PracticeChain> {
    await this.#turn;
    const { embedded, platform, ready } = this.live;
    if (!embedded) throw new NodeError('chain_unavailable', 'This node has no chain of its own to share.');
    await ready();
    const { url: endpoint } = await embedded.serve(port);
    return { endpoint, platform: platform.address };
  }

  /**
   * Takes over the platform of a public node that its person named, if there is one by now (chain.md, section 2): while
   * nothing happened on the platform of this node's own, or there is none where another node said.
   */
  adopt(): void {
    const running = this.#running;
    const wanted = this.#wanted;
    const named = running && wanted && this.#named(wanted);
    if (!named || named.address === running.platform.address) return;
    const isKept = running.platform.source === 'own' ? running.isUsed() : running.keeper.state !== 'missing';
    if (!isKept) this.follow({ ...wanted });
  }

  async stop(): Promise<void> {
    await this.follow(undefined);
  }

  get running(): RunningChain | undefined {
    return this.#running;
  }

  get network(): ChainNetwork {
    return this.#wanted?.network ?? 'off';
  }

  /** Why no chain runs although one is wanted. */
  get failure(): string | undefined {
    return this.#failure;
  }

  /** @throws NodeError `chain_unavailable` */
  get live(): RunningChain {
    if (this.#running) return this.#running;
    throw new NodeError('chain_unavailable', this.#whyNot());
  }

  get height(): number {
    return this.#running?.indexer.state().height ?? 0;
  }

  /** For `GET /api/v1/node`. */
  services(): Services {
    if (!this.#running) {
      const status =
        this.#wanted === undefined ? 'off' : this.#failure === undefined ? 'starting' : 'unavailable';
      return { chain: { status, delay: 0 }, indexer: { status, delay: 0 } };
    }
    const { status, completeUntil } = this.#running.indexer.state();
    const behind = Math.max(0, this.#options.clock() / 1000 - completeUntil);
    return {
      // To read what is new takes a while, but the chain answers.
      chain: { status: status === 'syncing' ? 'ok' : status, delay: 0 },
      indexer: { status, delay: completeUntil === 0 ? 0 : Math.round(behind * 1000) / 1000 },
    };
  }

  /** Names chain and platform, so that nodes of one network share one market. */
  capabilities(): string[] {
    const running = this.#running;
    if (running?.keeper.state !== 'deployed') return [];
    return [`${platformCapability}${running.network}:${running.platform.address}`];
  }

  /** What `GET /api/v1/node` answers of addresses, where a chain is followed. */
  masterAddress(): string | undefined {
    const running = this.#running;
    return (
      running && formatTonAddress(running.platform.address, { bounceable: true, testOnly: running.testOnly })
    );
  }

  readonly records: ChainRecords = {
    byFile: (sha256) => this.#running?.market.byFile(sha256),
    byAddress: (address) => this.live.market.byAddress(address),
    licencesOf: (content, user) => {
      const licences = this.#running?.market.licencesOfAll(content, this.#walletsOf(user)) ?? [];
      return [...new Set(licences.map(({ kind }) => kind))];
    },
    owns: (content, user) => this.#walletsOf(user).includes(content.owner),
    holds: (content, user) => {
      if (this.records.owns(content, user)) return true;
      return (this.#running?.market.licencesOfAll(content, this.#walletsOf(user)) ?? []).length > 0;
    },
    knownUntil: () => {
      const state = this.#running?.indexer.state();
      return state?.status === 'ok' ? undefined : (state?.completeUntil ?? 0) * 1000;
    },
    contractAddress: (address) => this.#format(address, true),
    walletAddress: (address) => this.#format(address, false),
  };

  readonly licences: ChainLicences = {
    owns: (content, user) => this.#linkedOf(user).includes(content.owner),
    factsOf: (content, user, address) => {
      const { network, market } = this.live;
      const held = market
        .licencesOfAll(content, this.#linkedOf(user))
        .filter((licence) => address === undefined || licence.address === address)
        .sort((a, b) => b.index - a.index);
      return held[0] && licenceFactsOf(network, { licence: held[0], content });
    },
  };

  readonly messages: ChainMessages = {
    registration: async (caller, request) => this.live.orders.web.newContent(caller, request),
    purchase: async (caller, request) => this.live.orders.web.purchase(caller, request),
    intents: (caller) => this.#running?.orders.web.intentsOf(caller) ?? { items: [] },
  };

  #walletsOf(user: string): readonly RawAddress[] {
    if (user !== ownerId) return this.#options.walletsOf(user);
    return this.#running?.wallets().map(({ address }) => address) ?? [];
  }

  /** Of the owner without wallets that were proven and are linked no more. */
  #linkedOf(user: string): readonly RawAddress[] {
    const linked = this.#options.walletsOf(user);
    if (user !== ownerId) return linked;
    const own = this.#running?.wallets().filter(({ payer }) => payer !== null) ?? [];
    return [...own.map(({ address }) => address), ...linked];
  }

  #format(address: RawAddress, bounceable: boolean): string {
    const running = this.#running;
    return running
      ? formatTonAddress(address, { bounceable, testOnly: running.testOnly })
      : noChainRecords.contractAddress(address);
  }

  #whyNot(): string {
    if (this.#wanted === undefined) {
      return 'This node follows no chain, so nothing can be registered or bought here. Set chain.network, or practise first.';
    }
    if (this.#failure === undefined) return 'The chain is starting. Try again in a moment.';
    return `${this.#failure} The node tries again by itself.`;
  }

  /** A chain inside this node is its own: others know nothing of it. */
  #named({ network, endpoint, masterAddress, adopted }: FollowedChain): NamedPlatform | undefined {
    const isInside = network === 'embedded' && endpoint === undefined;
    const isDecided = masterAddress !== undefined || adopted !== undefined;
    return isInside || isDecided ? undefined : this.#options.namedPlatform(network);
  }

  async #begin(followed: FollowedChain, pauseMs: number): Promise<void> {
    clearTimeout(this.#retry);
    if (this.#wanted !== followed || this.#running) return;
    const { logger, onState } = this.#options;
    try {
      const { runChain } = await import('./running-chain.ts');
      const running = await runChain(followed, this.#named(followed), this.#options);
      this.#failure = undefined;
      this.#running = running;
      running.start();
    } catch (error) {
      logger.error({ err: error }, 'the chain could not be started; it is tried again');
      this.#failure =
        error instanceof Error ? error.message : 'The chain could not be started; the log says why.';
      this.#beginLater(followed, pauseMs);
    }
    onState();
  }

  #beginLater(followed: FollowedChain, pauseMs: number): void {
    if (this.#wanted !== followed) return;
    this.#retry = setTimeout(() => {
      const nextPauseMs = Math.min(longestPauseMs, pauseMs * 2);
      this.#turn = this.#turn.then(() => this.#begin(followed, nextPauseMs));
    }, pauseMs);
  }

  async #end(): Promise<void> {
    const running = this.#running;
    this.#running = undefined;
    try {
      await running?.stop();
    } catch (error) {
      // The next chain is none the worse for it.
      this.#options.logger.error({ err: error }, 'the chain could not be ended properly');
    }
  }
}

const platformCapability = 'platform:';

/** The platform that a node names for a chain among its capabilities, where it is an address that can be one. */
function platformIn(capabilities: readonly string[], network: ChainNetwork): RawAddress | undefined {
  const prefix = `${platformCapability}${network}:`;
  return capabilities
    .filter((capability) => capability.startsWith(prefix))
    .map((capability) => parseTonAddress(capability.slice(prefix.length)))
    .find((address) => address?.startsWith('0:'));
}

/** Of the first public node that its person named, whether or not it can be reached now. */
export function namedPlatform(
  peers: readonly Pick<LocalPeer, 'host' | 'source' | 'state' | 'capabilities'>[],
  network: ChainNetwork,
): NamedPlatform | undefined {
  for (const { host, source, state, capabilities } of peers) {
    const address = platformIn(capabilities, network);
    const isTrusted = state !== 'key_changed' && state !== 'incompatible';
    if (source === 'named' && isTrusted && address !== undefined) return { address, host };
  }
  return undefined;
}
