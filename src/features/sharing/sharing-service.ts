import type { Transfer } from '../../contract/dashboard-api/fetch.ts';
import type { CollectionShare } from '../../contract/dashboard-api/library/collection-shares.ts';
import type { Share, ShareHost } from '../../contract/dashboard-api/sharing.ts';
import { TaskTracker } from '../../core/concurrency/task-tracker.ts';
import { contentNotFound } from '../../core/content-errors.ts';
import { NodeError } from '../../core/node-error.ts';
import { SecretBox } from '../../crypto/secret-box.ts';
import { isUsable, type PeerDirectory } from '../peers/index.ts';
import type { SigningWallet } from '../public-nodes/index.ts';
import { refuseRestricted, soldParts } from './encrypted-shares.ts';
import { HostSignIns } from './hosts/host-sign-ins.ts';
import { ShareAccess } from './hosts/share-access.ts';
import { listShareHosts } from './hosts/share-host-list.ts';
import type { ShareCompanionRepository } from './repository/share-companion-repository.ts';
import type { ShareHostRepository } from './repository/share-host-repository.ts';
import type { SharePartRepository } from './repository/share-part-repository.ts';
import type { ShareRow } from './repository/share-repository.ts';
import type { ShareableContent } from './send-content.ts';
import { ShareChanges } from './share-changes.ts';
import { ShareCompanions } from './share-companions.ts';
import { ShareList } from './share-list.ts';
import { ShareQueue, type ShareQueueOptions } from './share-queue.ts';
import { type RegisteredShare, recordDeleted, recordShare, type ShareOptions } from './share-records.ts';
import { ShareRemoval, shareNotFound } from './share-removal.ts';
import { transferIdOf } from './share-responses.ts';

export interface SharingServiceOptions
  extends Omit<
    ShareQueueOptions,
    'access' | 'partBytes' | 'peers' | 'companions' | 'onOutdated' | 'onShared'
  > {
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
  readonly #access: ShareAccess;
  readonly #companions: ShareCompanions;
  readonly #queue: ShareQueue;
  readonly #signIns: HostSignIns;
  readonly #list: ShareList;
  readonly #stopping = new AbortController();
  readonly #running = new TaskTracker();
  readonly #changes: ShareChanges;
  readonly #removal: ShareRemoval;
  readonly #announce = (): void => {
    this.#options.onChange();
    this.#options.onTransfer();
  };
  #isUsed: boolean;

  constructor(options: SharingServiceOptions) {
    this.#options = options;
    const { hosts, shares, wallet, clock, nodeSecret, partBytes = usualPartBytes } = options;
    const tokenBox = new SecretBox(nodeSecret, 'share-token');
    const onChange = (): void => this.#changed();
    this.#isUsed = shares.count() > 0;
    this.#access = new ShareAccess({ hosts, tokenBox, wallet, clock, onChange });
    this.#companions = new ShareCompanions(options);
    this.#queue = new ShareQueue({
      ...options,
      access: this.#access,
      companions: this.#companions,
      partBytes,
      onChange,
      onOutdated: () => this.#changes.gather(),
      onShared: (key) => this.#queue.startIdle(this.#companions.markCovered(key)),
    });
    const parts = {
      ...options,
      access: this.#access,
      companions: this.#companions,
      queue: this.#queue,
    };
    this.#removal = new ShareRemoval(parts);
    this.#changes = new ShareChanges({ ...parts, unshare: (key) => this.unshare(key.sha256, key.host) });
    this.#list = new ShareList(options, this.#queue);
    this.#signIns = new HostSignIns({
      ...parts,
      stopping: this.#stopping.signal,
      checkUsable: (host) => this.#checkUsable(host),
      onSignIn: () => this.#changes.complete(),
      onChange,
    });
  }

  /** Resumes the work of an earlier run of the node. */
  start(): void {
    const { shares, encrypted } = this.#options;
    for (const sha256 of shares.hashes()) {
      if (encrypted.restrictedAs(sha256)) this.unsharePlain(sha256);
    }
    this.#changes.complete();
    for (const row of [...shares.unfinished(), ...shares.outdated(), ...shares.missingKey()]) {
      this.#queue.start(row, false);
    }
  }

  /** Aborts all work, and resolves when none is running; the next start of the node resumes it. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#changes.stop();
    await Promise.all([this.#queue.stop(), this.#running.settled()]);
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
  unsharePlain(sha256: Buffer): void {
    this.#queue.inTransaction(() => {
      const shared = this.#options.shares.ofContent(sha256).filter(({ state }) => state !== 'withdrawing');
      for (const row of [...shared, ...this.#companions.removeThumbnails(sha256)]) {
        this.unshare(row.sha256, row.host);
      }
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
  signOut(host: string): void {
    this.#signIns.signOut(host);
  }

  /** Sets the practice network's node and its token; undefined: no practice network. */
  setPractice(node: { url: string; token: string } | undefined): void {
    this.#signIns.setPractice(node);
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
  share(sha256: Buffer, { host, listed, pictureOf = sha256, partOf }: ShareOptions): Share {
    const { shares, contents } = this.#options;
    refuseRestricted(this.#options.encrypted, sha256);
    const content = contents.find(sha256);
    if (!content) throw contentNotFound();
    this.#checkUsable(host);
    const way = this.#access.wayOf(host);
    if (way === undefined) throw new NodeError('peer_refused', 'sharing.notSignedIn');
    const row = shares.get({ sha256, host });
    if (row?.state === 'withdrawing' && row.way !== way) {
      throw new NodeError('peer_refused', 'sharing.stillWithdrawing');
    }
    this.#share(content, { host, listed, way, pictureOf, partOf });
    return this.#list.share(this.#row(sha256, host));
  }

  /**
   * Shares a registered content on the host that its seller chose, unless its plain file was sold meanwhile. Its
   * share shows failures, and waits for the owner after a sign-out.
   */
  shareRegistered(registered: RegisteredShare): void {
    const { sha256, host } = registered;
    const { contents, encrypted } = this.#options;
    if (encrypted.restrictedAs(sha256)) return;
    const content = contents.find(sha256);
    if (content) {
      const way = this.#access.wayOf(host) ?? 'wallet';
      return this.#share(content, { host, listed: true, way, pictureOf: sha256 });
    }
    recordDeleted(this.#options, registered);
    this.#isUsed = true;
    this.#changed();
  }

  #share(
    content: ShareableContent,
    place: ShareOptions & Pick<ShareRow, 'way'> & { pictureOf: Buffer },
  ): void {
    const { sha256 } = content;
    const { host, listed, way, pictureOf, partOf } = place;
    this.#queue.inTransaction(() => {
      const row = recordShare(this.#options, content, { host, listed, way, isPart: partOf !== undefined });
      this.#options.shares.update({ sha256, host }, { pictureOf });
      if (partOf) this.#options.parts.put({ sha256: partOf, host }, sha256);
      else if (!listed) this.#removal.unlistParts({ sha256, host });
      this.#isUsed = true;
      this.#changes.accompany({ sha256, host, way, pictureOf });
      const isBeingSent = row?.state === 'waiting' && this.#queue.stateOf(row) === 'running';
      if (!isBeingSent) this.#queue.start({ sha256, host }, true);
      for (const part of soldParts(this.#options, sha256)) {
        this.#share(part, { host, way, listed: false, pictureOf: part.sha256, partOf: sha256 });
      }
    });
    this.#changed();
  }

  /**
   * Unshares a content with its parts; a second request after the node was unreachable removes the share without it.
   * @throws NodeError `share_not_found`
   */
  unshare(sha256: Buffer, host: string): void {
    this.#removal.unshare({ sha256, host });
    this.#changed();
  }

  /**
   * Unshares the manifests of a collection; one that belongs to another shared collection stays for that one.
   * @throws NodeError `share_not_found`
   */
  unshareCollection(manifests: readonly Buffer[], host: string): void {
    const rows = this.#list.requestedRows(manifests).filter((row) => row.host === host);
    if (rows.length === 0) throw shareNotFound();
    this.#removal.unshareManifests(rows);
    this.#changed();
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
  cancel(id: string): boolean {
    const row = this.#options.shares.unsent().find((share) => transferIdOf(share) === id);
    if (row) this.unshare(row.sha256, row.host);
    return row !== undefined;
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
