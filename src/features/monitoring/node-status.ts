import type { Notice, Overview } from '../../contract/dashboard-api/administration/monitoring.ts';
import type { FirstRunState, FirstRunStep } from '../../contract/dashboard-api/administration/onboarding.ts';
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
  nodeAddresses,
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
  /** Returns the settings in use; the owner can change some of them while the node runs. */
  settings: () => Settings;
  codebase: Codebase;
  identity: Identity;
  startedAt: number;
  clock: Clock;
  reports: { services(): Services };
  catalogue: Pick<Catalogue, 'totals' | 'disk'>;
  /** Returns the cost of the stored content, which counts towards the quota. */
  cost: () => number;
  floorOf: (diskSize: number) => number;
  /** Returns how many nodes are known and reachable, and when the last contact was. */
  peers: { reach(): { known: number; reachable: number; lastContact: number | undefined } };
  practice: { readonly running: boolean };
  mayRestore: () => boolean;
  firstRun: { state(isDone: Record<FirstRunStep, () => boolean>): FirstRunState };
  /** Returns whether this node has a recovery file, or a backup that contains the same. */
  hasBackup: () => boolean;
  notices: () => readonly Notice[];
  urls: () => { nodeUrl: string; dashboardUrl: string };
}

/** Time for which the state of the disk is cached, because each query takes time. */
const diskFreshMs = 2000;

/** Free and total bytes of the disk, and the time of the query. */
interface Disk {
  free: number;
  total: number;
  at: number;
}

/** Collects the status of the node. */
export class NodeStatusReporter {
  readonly #options: NodeStatusOptions;
  #addresses: { network: Settings['chain']['network']; addresses: NodeAddresses } | undefined;
  #disk: Disk | undefined;

  /** @throws SettingsError for `chain.master_address` */
  constructor(options: NodeStatusOptions) {
    this.#options = options;
    const { master_address: master } = options.settings().chain;
    if (master !== undefined) configuredPlatform(master);
  }

  /** Returns the status, at once if addresses and disk are known. */
  nodeStatus(): NodeStatus | Promise<NodeStatus> {
    const addresses = this.#knownAddresses();
    const disk = this.#knownDisk();
    if (addresses && disk) return this.#status(addresses, disk);
    return Promise.all([this.addresses(), this.#askDisk()]).then((known) => this.#status(...known));
  }

  async overview(): Promise<Overview> {
    const { codebase, identity, startedAt, catalogue, peers, practice } = this.#options;
    const settings = this.#options.settings();
    const { nodeUrl, dashboardUrl } = this.#options.urls();
    const { known, reachable } = peers.reach();
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
      services: this.#services(disk),
      network: {
        mode: practice.running ? 'practice' : known > 0 ? 'joined' : 'undecided',
        peers: known,
        reachable_peers: reachable,
      },
      may_restore: this.#options.mayRestore(),
      first_run: this.#options.firstRun.state({
        store: () => contents > 0,
        meet: () => reachable > 0,
        keep: this.#options.hasBackup,
      }),
      purpose: settings.dashboard.purpose ?? null,
      notices: [...this.#options.notices()],
    };
  }

  /** Returns the addresses of node and platform, even where no chain is followed. */
  async addresses(): Promise<NodeAddresses> {
    const { walletKeys, settings, chain } = this.#options;
    const { network } = chain;
    const known = this.#knownAddresses();
    if (known) return known;
    const addresses = await nodeAddresses(walletKeys, network, settings().chain.master_address);
    this.#addresses = { network, addresses };
    return this.#named(addresses);
  }

  #knownAddresses(): NodeAddresses | undefined {
    const isKnown = this.#addresses?.network === this.#options.chain.network;
    return isKnown && this.#addresses ? this.#named(this.#addresses.addresses) : undefined;
  }

  /** Replaces the address of the node's own platform by that of the followed chain. */
  #named({ node_address, master_address }: NodeAddresses): NodeAddresses {
    return { node_address, master_address: this.#options.chain.masterAddress() ?? master_address };
  }

  #knownDisk(): Disk | undefined {
    const now = this.#options.clock();
    const isFresh = this.#disk && now - this.#disk.at <= diskFreshMs && now >= this.#disk.at;
    return isFresh ? this.#disk : undefined;
  }

  async #askDisk(): Promise<Disk> {
    const known = this.#knownDisk();
    if (known) return known;
    const { free, total } = await this.#options.catalogue.disk();
    this.#disk = { free, total, at: this.#options.clock() };
    return this.#disk;
  }

  #status({ node_address, master_address }: NodeAddresses, disk: Disk): NodeStatus {
    const { height } = this.#options.chain;
    return { node_address, master_address, indexer_height: height, services: this.#services(disk) };
  }

  #services(disk: Disk): Services {
    const { clock, floorOf, peers } = this.#options;
    const now = clock();
    const seconds = (since: number) => Math.max(0, Math.round(now - since) / 1000);
    const { known, reachable, lastContact } = peers.reach();
    return {
      ...this.#options.reports.services(),
      api: { status: 'ok', delay: 0 },
      storage: { status: disk.free > floorOf(disk.total) ? 'ok' : 'full', delay: seconds(disk.at) },
      ...this.#options.chain.services(),
      network: {
        status: reachable > 0 ? 'ok' : known > 0 ? 'unreachable' : 'alone',
        delay: lastContact === undefined ? 0 : seconds(lastContact),
      },
    };
  }
}
