import type { Notice, Overview } from '../../contract/dashboard-api/administration/monitoring.ts';
import type { FirstRunState, FirstRunStep } from '../../contract/dashboard-api/administration/onboarding.ts';
import { isReachable, type LocalPeer } from '../../contract/dashboard-api/peers.ts';
import type { Codebase, NodeStatus, Services } from '../../contract/node-api/monitoring.ts';
import type { Settings } from '../../contract/settings.ts';
import { type Clock, toTimestamp } from '../../core/clock.ts';
import { version } from '../../core/version.ts';
import type { Identity } from '../../crypto/identity.ts';
import {
  type ChainNetwork,
  configuredPlatform,
  type FeeWalletKeys,
  type NodeAddresses,
} from '../chain/index.ts';
import type { Catalogue } from '../content/index.ts';

export interface NodeStatusOptions {
  walletKeys: Pick<FeeWalletKeys, 'publicKey'>;
  chain: {
    readonly network: ChainNetwork;
    readonly height: number;
    services(): Services;
    masterAddress(): string | undefined;
  };
  settings: Settings;
  codebase: Codebase;
  identity: Identity;
  startedAt: number;
  clock: Clock;
  reports: { services(): Services };
  catalogue: Pick<Catalogue, 'totals' | 'disk'>;
  /** Returns what the stored content counts towards the quota. */
  cost: () => number;
  floorOf: (diskSize: number) => number;
  peers: { list(): LocalPeer[] };
  practice: { readonly running: boolean };
  mayRestore: () => boolean;
  firstRun: { state(isDone: Record<FirstRunStep, () => boolean>): FirstRunState };
  /** Returns whether this node has a recovery file. */
  hasRecovery: () => boolean;
  notices: readonly Notice[];
  urls: () => { nodeUrl: string; dashboardUrl: string };
}

/** Cache time of the disk state, because querying it has a cost. */
const diskFreshMs = 2000;

/** Collects the status of the node. */
export class NodeStatusReporter {
  readonly #options: NodeStatusOptions;
  #addresses: { network: Settings['chain']['network']; addresses: NodeAddresses } | undefined;
  #disk: { free: number; total: number; at: number } | undefined;

  /** @throws SettingsError for `chain.master_address` */
  constructor(options: NodeStatusOptions) {
    this.#options = options;
    const { master_address: master } = options.settings.chain;
    if (master !== undefined) configuredPlatform(master);
  }

  async nodeStatus(): Promise<NodeStatus> {
    return {
      ...(await this.addresses()),
      indexer_height: this.#options.chain.height,
      services: await this.#services(),
    };
  }

  async overview(): Promise<Overview> {
    const { settings, codebase, identity, startedAt, catalogue, peers, practice, notices } = this.#options;
    const { nodeUrl, dashboardUrl } = this.#options.urls();
    const known = peers.list();
    const { contents, contentBytes } = catalogue.totals();
    const disk = await this.#askDisk();
    return {
      node: {
        ...(await this.addresses()),
        ...codebase,
        public_key: identity.id,
        node_type: settings.node.type,
        version,
        node_url: nodeUrl,
        dashboard_url: dashboardUrl,
        public_host: settings.node.public_host ?? null,
        started_at: toTimestamp(startedAt),
      },
      storage: {
        contents,
        content_bytes: contentBytes,
        counted_bytes: this.#options.cost(),
        quota_bytes: settings.storage.quota_bytes ?? null,
        free_bytes: Math.max(0, disk.free - this.#options.floorOf(disk.total)),
        max_upload_bytes: settings.storage.max_upload_bytes,
      },
      services: await this.#services(),
      network: {
        mode: practice.running ? 'practice' : known.length > 0 ? 'joined' : 'undecided',
        peers: known.length,
        reachable_peers: known.filter(isReachable).length,
      },
      may_restore: this.#options.mayRestore(),
      first_run: this.#options.firstRun.state({
        store: () => contents > 0,
        meet: () => known.some(isReachable),
        keep: this.#options.hasRecovery,
      }),
      purpose: settings.dashboard.purpose ?? null,
      notices: [...notices],
    };
  }

  /**
   * Returns both addresses, also without a chain. The TON libraries take 80 ms to load, so they are loaded at the first
   * call.
   */
  async addresses(): Promise<NodeAddresses> {
    const { walletKeys, settings, chain } = this.#options;
    const { network } = chain;
    if (this.#addresses?.network !== network) {
      const { nodeAddresses } = await import('../chain/addresses.ts');
      const addresses = await nodeAddresses(walletKeys, network, settings.chain.master_address);
      this.#addresses = { network, addresses };
    }
    const { addresses } = this.#addresses;
    return { ...addresses, master_address: chain.masterAddress() ?? addresses.master_address };
  }

  async #askDisk(): Promise<{ free: number; total: number; at: number }> {
    const now = this.#options.clock();
    if (!this.#disk || now - this.#disk.at > diskFreshMs || now < this.#disk.at) {
      this.#disk = { ...(await this.#options.catalogue.disk()), at: now };
    }
    return this.#disk;
  }

  async #services(): Promise<Services> {
    const { clock, floorOf, peers } = this.#options;
    const disk = await this.#askDisk();
    const now = clock();
    const seconds = (since: number) => Math.max(0, Math.round(now - since) / 1000);
    const known = peers.list();
    const contacts = known
      .map((peer) => Date.parse(peer.last_contact ?? ''))
      .filter((at) => !Number.isNaN(at));
    return {
      ...this.#options.reports.services(),
      api: { status: 'ok', delay: 0 },
      storage: { status: disk.free > floorOf(disk.total) ? 'ok' : 'full', delay: seconds(disk.at) },
      ...this.#options.chain.services(),
      network: {
        status: known.some(isReachable) ? 'ok' : known.length > 0 ? 'unreachable' : 'alone',
        delay: contacts.length > 0 ? seconds(Math.max(...contacts)) : 0,
      },
    };
  }
}
