import type { Transfer } from '../../contract/dashboard-api/fetch.ts';
import type { CollectionShare } from '../../contract/dashboard-api/library/collection-shares.ts';
import type { Share, ShareHost } from '../../contract/dashboard-api/sharing.ts';
import { type Leader, untilAborted } from '../../core/concurrency/leader.ts';
import { TaskTracker } from '../../core/concurrency/task-tracker.ts';
import { NodeError } from '../../core/node-error.ts';
import { SecretBox } from '../../crypto/secret-box.ts';
import { JobCommands } from '../../platform/sqlite/job-commands.ts';
import { isUsable, type PeerDirectory } from '../peers/index.ts';
import type { SigningWallet } from '../public-nodes/index.ts';
import { HostSignIns } from './hosts/host-sign-ins.ts';
import { ShareAccess } from './hosts/share-access.ts';
import { listShareHosts } from './hosts/share-host-list.ts';
import type { ShareChange } from './repository/replicated-shares.ts';
import type { ShareCompanionRepository } from './repository/share-companion-repository.ts';
import type { ShareHostRepository } from './repository/share-host-repository.ts';
import type { SharePartRepository } from './repository/share-part-repository.ts';
import type { ShareRow } from './repository/share-repository.ts';
import { ShareChanges } from './share-changes.ts';
import { ShareCompanions } from './share-companions.ts';
import { ShareList } from './share-list.ts';
import type { RegisteredShare, ShareOptions } from './share-records.ts';
import { ShareRemoval, shareNotFound } from './share-removal.ts';
import { ShareRequests } from './share-requests.ts';
import { transferIdOf } from './share-responses.ts';
import { ShareQueue, type ShareQueueOptions } from './transfers/share-queue.ts';

export interface SharingServiceOptions
  extends Omit<ShareQueueOptions, 'access' | 'partBytes' | 'peers' | 'companions' | 'job' | 'onOutdated'> {
  leader: Leader;
  companions: ShareCompanionRepository;
  parts: SharePartRepository;
  hosts: ShareHostRepository;
  peers: PeerDirectory;
  /** The 32 bytes of `node-secret`. */
  nodeSecret: Uint8Array;
  wallet: SigningWallet;
  /** Larger files are sent in parts of this many bytes. */
  partBytes?: number;
}

const usualPartBytes = 16 * 1024 * 1024;

/** Shares contents on public nodes, and stops sharing them. */
export class SharingService {
  readonly #options: SharingServiceOptions;
  readonly #job: JobCommands;
  readonly #access: ShareAccess;
  readonly #companions: ShareCompanions;
  readonly #queue: ShareQueue;
  readonly #signIns: HostSignIns;
  readonly #list: ShareList;
  readonly #stopping = new AbortController();
  readonly #running = new TaskTracker();
  readonly #changes: ShareChanges;
  readonly #removal: ShareRemoval;
  readonly #requests: ShareRequests;
  readonly #announce = (): void => {
    this.#options.onChange();
    this.#options.onTransfer();
  };
  #isUsed: boolean;
  #endLeading = async (): Promise<void> => {};

  constructor(options: SharingServiceOptions) {
    this.#options = options;
    const { hosts, shares, commands, wallet, clock, nodeSecret, partBytes = usualPartBytes } = options;
    const tokenBox = new SecretBox(nodeSecret, 'share-token');
    const onChange = (): void => this.#changed();
    this.#isUsed = shares.count() > 0;
    this.#job = new JobCommands(commands, 'sharing');
    this.#access = new ShareAccess({ hosts, commands, tokenBox, wallet, clock, onChange });
    this.#companions = new ShareCompanions(options);
    const services = { ...options, access: this.#access, companions: this.#companions, job: this.#job };
    const onOutdated = (): void => this.#changes.gather();
    this.#queue = new ShareQueue({ ...services, partBytes, onChange, onOutdated });
    const parts = { ...services, queue: this.#queue };
    const checkUsable = (host: string): void => this.#checkUsable(host);
    this.#removal = new ShareRemoval(parts);
    this.#changes = new ShareChanges({ ...parts, unshare: (key) => this.#removal.unshare(key) });
    const changing = { changes: this.#changes, removal: this.#removal };
    this.#requests = new ShareRequests({ ...parts, ...changing, checkUsable });
    this.#list = new ShareList(options, this.#queue);
    this.#signIns = new HostSignIns({
      ...parts,
      stopping: this.#stopping.signal,
      checkUsable,
      onSignIn: () => this.#changes.complete(),
      onChange,
    });
  }

  /** Resumes the work of an earlier run of the node, or of another replica, while this one leads. */
  start(): void {
    this.#endLeading = this.#options.leader.run(this.#job.name, async (signal, lease) => {
      this.#job.begin(lease);
      this.#resume();
      await untilAborted(signal);
      await this.#queue.clear();
      this.#job.end();
    });
  }

  /** Aborts all work, and resolves when none is running; the next start of the node resumes it. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#changes.stop();
    await Promise.all([this.#queue.stop(), this.#running.settled()]);
    await this.#endLeading();
  }

  /** Does what commands ask for, also those of other replicas. @param isSignedIn whether there is a new sign-in */
  sharesChanged(rows: readonly ShareChange[], isSignedIn: boolean): void {
    if (rows.length > 0) this.#isUsed = true;
    if (!this.#job.isLeading) return;
    const { shares } = this.#options;
    const open = rows.flatMap((key) => shares.get(key) ?? []).filter(isOpen);
    this.#changes.accompanyAll(open);
    for (const key of rows) {
      const row = shares.get(key);
      if (!row || row.state === 'failed') this.#queue.remove(key);
      else if (key.isNewState || this.#queue.stateOf(key) !== 'running') this.#queue.start(key, true);
    }
    if (isSignedIn) this.#changes.complete();
  }

  /** Reacts to the start or end of a background pause. */
  wake(): void {
    this.#queue.wake();
  }

  /** Interrupts transfers to nodes that were removed or have a new key. */
  peersChanged(): void {
    this.#queue.restart((host) => !this.#isUsable(host));
  }

  /** Sends changed records and pictures to the nodes that have the contents. */
  contentsChanged(): void {
    if (this.#isUsed && !this.#stopping.signal.aborted) this.#changes.gather();
  }

  /** Unshares a plain content whose sale has started, and its thumbnails. */
  async unsharePlain(sha256: Buffer): Promise<void> {
    const { shares } = this.#options;
    if (shares.count() === 0) return;
    await this.#queue.write(() => {
      const shared = shares.ofContent(sha256).filter(({ state }) => state !== 'withdrawing');
      const rows = [...shared, ...this.#companions.removeThumbnails(sha256)];
      for (const row of rows) this.#removal.unshare(row);
      if (rows.length > 0) this.#changed();
    });
    this.contentsChanged();
  }

  /** Deposits keys that wait for their content to be registered on the chain. */
  chainChanged(): void {
    if (this.#isUsed) this.#queue.retry(this.#options.shares.missingKey());
  }

  /**
   * Signs in on a public node.
   * @param token an API token of that node; without it this node's wallet signs in
   * @throws NodeError `peer_not_found`, `peer_unreachable`, `peer_invalid`, `peer_refused`
   */
  signIn(host: string, token?: string): Promise<ShareHost> {
    return this.#running.add(this.#signIns.signIn(host, token));
  }

  /** Signs out; shared contents stay there. @throws NodeError `peer_not_found` */
  signOut(host: string): Promise<void> {
    return this.#signIns.signOut(host);
  }

  /** Sets the practice network's node and its token; undefined: no practice network. */
  setPractice(node: { url: string; token: string } | undefined): Promise<void> {
    return this.#signIns.setPractice(node);
  }

  /** Lists the nodes that contents can be shared on: those with a sign-in first, then by rank. */
  hosts(): ShareHost[] {
    return listShareHosts(this.#options);
  }

  /**
   * Shares a content on a public node, or changes whether it is listed there.
   * @throws NodeError `content_not_found`, `licence_required` and `encrypting` for a plain content that is sold,
   *   `peer_not_found`, `peer_refused` without a sign-in there, or while another account unshares it there
   */
  async share(sha256: Buffer, asked: ShareOptions): Promise<Share> {
    await this.#queue.write(() => {
      this.#isUsed = true;
      this.#requests.share(sha256, asked);
      this.#changed();
    });
    return this.#list.share(this.#row(sha256, asked.host));
  }

  /**
   * Shares a registered content on the host that its seller chose, unless its plain file was sold meanwhile. Its
   * share shows failures, and waits for the owner after a sign-out.
   */
  shareRegistered(registered: RegisteredShare): Promise<void> {
    return this.#queue.write(() => {
      this.#isUsed = true;
      this.#requests.shareRegistered(registered);
      this.#changed();
    });
  }

  /**
   * Unshares a content with its parts; a second request after the node was unreachable removes the share without it.
   * @throws NodeError `share_not_found`
   */
  async unshare(sha256: Buffer, host: string): Promise<void> {
    await this.#queue.write(() => {
      this.#removal.unshare({ sha256, host });
      this.#changed();
    });
  }

  /**
   * Unshares the manifests of a collection; one that belongs to another shared collection stays for that one.
   * @throws NodeError `share_not_found`
   */
  async unshareCollection(manifests: readonly Buffer[], host: string): Promise<void> {
    await this.#queue.write(() => {
      const rows = this.#list.requestedRows(manifests).filter((row) => row.host === host);
      if (rows.length === 0) throw shareNotFound();
      this.#removal.unshareManifests(rows);
      this.#changed();
    });
  }

  /** Lists the shares of a collection. @param manifests the newest first */
  collectionShares(manifests: readonly Buffer[]): Omit<CollectionShare, 'outdated'>[] {
    return this.#isUsed ? this.#list.sharesOfCollection(manifests) : [];
  }

  /** Returns the shares of contents by their hashes in hexadecimal digits; contents without shares are left out. */
  sharesOf(hashes: readonly Buffer[]): Map<string, Share[]> {
    return this.#isUsed ? this.#list.of(hashes) : new Map();
  }

  /** Lists shares, newest first, at most 1,000, also of contents that are no longer stored here. */
  shared(host: string | undefined): ReturnType<ShareList['list']> {
    return this.#list.list(host);
  }

  /** Lists transfers that wait, run or failed, oldest first. */
  transfers(): Transfer[] {
    return this.#isUsed ? this.#list.transfers() : [];
  }

  /** Ends a transfer and removes the sent bytes. @returns false when there is no such transfer */
  async cancel(id: string): Promise<boolean> {
    const row = this.#options.shares.unsent().find((share) => transferIdOf(share) === id);
    if (row) await this.unshare(row.sha256, row.host);
    return row !== undefined;
  }

  #resume(): void {
    const { shares, encrypted, logger } = this.#options;
    for (const sha256 of shares.hashes()) {
      if (!encrypted.restrictedAs(sha256)) continue;
      this.unsharePlain(sha256).catch((error: unknown) =>
        logger.error({ err: error }, 'a sold content could not be unshared'),
      );
    }
    this.#changes.complete();
    for (const row of [...shares.unfinished(), ...shares.outdated(), ...shares.missingKey()]) {
      this.#queue.start(row, false);
    }
  }

  /** Checks that a node may be used. @throws NodeError `peer_not_found` */
  #checkUsable(host: string): void {
    if (this.#isUsable(host)) return;
    throw new NodeError('peer_not_found', 'sharing.hostNotUsable');
  }

  #isUsable(host: string): boolean {
    const peer = this.#options.peers.get(host);
    return peer !== undefined && isUsable(peer);
  }

  #row(sha256: Buffer, host: string): ShareRow {
    const row = this.#options.shares.get({ sha256, host });
    if (row) return row;
    throw shareNotFound();
  }

  #changed(): void {
    this.#queue.afterCommit(this.#announce);
  }
}

/** Returns whether a share has, or will have, pictures beside it. */
const isOpen = ({ state, isCompanion }: ShareRow): boolean =>
  !isCompanion && (state === 'waiting' || state === 'shared');
