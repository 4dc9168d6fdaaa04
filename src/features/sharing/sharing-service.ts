import type { Transfer } from '../../contract/dashboard-api/fetch.ts';
import type { Share, ShareHost } from '../../contract/dashboard-api/sharing.ts';
import { Running } from '../../core/concurrency/task-tracker.ts';
import { contentIdOf } from '../../core/content-id.ts';
import type { Logger } from '../../core/log/logger.ts';
import { NodeError } from '../../core/node-error.ts';
import { SecretSeal } from '../../crypto/secret-box.ts';
import { isUsable } from '../peers/peer-view.ts';
import type { PeerRepository } from '../peers/repository/peer-repository.ts';
import { KeyNotDeposited } from './encrypted-shares.ts';
import { Meters } from './meters.ts';
import type { SigningWallet } from './open-session.ts';
import { Deliveries } from './publish-queue.ts';
import type { ShareHostRepository } from './repository/share-host-repository.ts';
import type { ShareKey, ShareRow } from './repository/share-repository.ts';
import { isFinal, longestPauseMs, NotThereYet, setbackOf } from './setbacks.ts';
import { asNodeError, ShareAccess } from './share-access.ts';
import { ShareHostList } from './share-host-list.ts';
import { idOf, keyOf, toShare, toTransfer, transferIdOf } from './share-responses.ts';
import { ShareWork, type ShareWorkOptions } from './share-work.ts';

export interface SharingOptions
  extends Omit<
    ShareWorkOptions,
    'access' | 'partBytes' | 'onSafe' | 'onSent' | 'mayBeWhole' | 'onShared' | 'peers'
  > {
  hosts: ShareHostRepository;
  peers: Pick<PeerRepository, 'get' | 'all'>;
  /** The 32 bytes of `node-secret`. */
  nodeSecret: Uint8Array;
  wallet: SigningWallet;
  /** Whether what nobody waits for has to stop; see `wake`. */
  isPaused: () => boolean;
  logger: Logger;
  /** What `hosts` or `sharesOf` answer has changed. */
  onChange: () => void;
  /** What `transfers` answers has changed; four times a second at most while bytes go out. */
  onTransfer: () => void;
  /** What went to a peer. */
  noteExchange: (host: string, exchange: { sentBytes?: number; sharedContents?: number }) => void;
  /** Larger files are sent in parts of so many bytes. */
  partBytes?: number;
}

const usualPartBytes = 16 * 1024 * 1024;
const tellEveryMs = 250;
/** Changes of descriptions that come together are sent together. */
const gatherMs = 1000;
const mostListed = 1000;

/** Free content on public nodes, put there from here, and taken back. */
export class Sharing {
  readonly #options: SharingOptions;
  readonly #access: ShareAccess;
  readonly #hosts: ShareHostList;
  readonly #work: ShareWork;
  readonly #deliveries: Deliveries;
  readonly #meters = new Meters();
  readonly #stopping = new AbortController();
  readonly #running = new Running();
  #telling: NodeJS.Timeout | undefined;
  #gathering: NodeJS.Timeout | undefined;
  #isUsed: boolean;

  constructor(options: SharingOptions) {
    this.#options = options;
    const { hosts, shares, wallet, clock, nodeSecret, noteExchange, partBytes = usualPartBytes } = options;
    const seal = new SecretSeal(nodeSecret, 'share-token');
    this.#isUsed = shares.count() > 0;
    this.#hosts = new ShareHostList(options);
    this.#access = new ShareAccess({ hosts, seal, wallet, clock, onChange: () => this.#changed() });
    this.#work = new ShareWork({
      ...options,
      access: this.#access,
      partBytes,
      onSafe: (key, bytes) => {
        if (this.#meters.safe(idOf(key), bytes)) this.#deliveries.progressed(idOf(key));
      },
      onSent: (key, bytes) => this.#sent(key, bytes),
      mayBeWhole: (row) => this.#meters.mayBeWhole(idOf(row), row),
      onShared: (host) => noteExchange(host, { sharedContents: 1 }),
    });
    this.#deliveries = new Deliveries({
      laneOf: (id) => {
        const key = keyOf(id);
        return { host: key.host, direction: shares.get(key)?.state === 'waiting' ? 'out' : 'back' };
      },
      work: async (id, signal) => {
        await this.#work.run(keyOf(id), signal);
        this.#meters.forget(id);
      },
      onFailure: (id, error, failures) => this.#failed(keyOf(id), error, failures),
      isPaused: options.isPaused,
      onChange: () => this.#changed(),
    });
  }

  /** Goes on with what an earlier run of the node has left. */
  start(): void {
    const { shares, sealed } = this.#options;
    for (const { sha256 } of shares.page(undefined, mostListed)) {
      if (sealed.closedAs(sha256)) this.closed(sha256);
    }
    for (const row of [...shares.unfinished(), ...shares.outdated(), ...shares.undeposited()]) {
      this.#deliveries.begin(idOf(row), false);
    }
  }

  /** Breaks off everything and resolves when nothing is under way; it goes on at the next start. Final. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    clearTimeout(this.#telling);
    clearTimeout(this.#gathering);
    await Promise.all([this.#deliveries.stop(), this.#running.settled()]);
  }

  /** The background may have been paused, or may go on. */
  wake(): void {
    this.#deliveries.wake();
  }

  /** Nodes may have been removed, or changed their keys: nothing more goes there. */
  peersChanged(): void {
    this.#deliveries.restart((host) => !this.#isUsable(host));
  }

  /** Contents are described otherwise than before; those in lists of other nodes are described anew there. */
  contentsChanged(): void {
    if (!this.#isUsed || this.#stopping.signal.aborted) return;
    this.#gathering ??= setTimeout(() => {
      this.#gathering = undefined;
      const { shares } = this.#options;
      for (const row of [...shares.outdated(), ...shares.undeposited()]) {
        const id = idOf(row);
        if (this.#deliveries.stateOf(id) === undefined) this.#deliveries.begin(id, true);
      }
    }, gatherMs);
  }

  /** A plain content is sold from now on: it is taken back from where it is, and on its way to. */
  closed(sha256: Buffer): void {
    for (const { state, host } of this.#options.shares.of(sha256)) {
      if (state !== 'withdrawing') this.takeBack(sha256, host);
    }
  }

  /** Contents may have been registered, here and for other nodes: keys that wait for it are deposited. */
  chainChanged(): void {
    if (this.#isUsed) this.#deliveries.retry(this.#options.shares.undeposited().map(idOf));
  }

  /**
   * Signs in on a public node.
   * @param token an API token of that node; without it this node's wallet signs in
   * @throws NodeError `peer_not_found`, `peer_unreachable`, `peer_invalid`, `peer_refused`
   */
  signIn(host: string, token?: string): Promise<ShareHost> {
    return this.#running.add(this.#signIn(host, token));
  }

  /** Forgets how to sign in there; what is shared there stays. @throws NodeError `peer_not_found` */
  signOut(host: string): void {
    const { hosts, shares } = this.#options;
    if (!hosts.remove(host)) throw new NodeError('peer_not_found', 'This node is not signed in there.');
    const waiting = shares.unfinished().filter((row) => row.host === host && row.state === 'waiting');
    shares.failAll(host, 'You signed out there before it was sent. Sign in again, then share it again.');
    for (const row of waiting) this.#deliveries.end(idOf(row));
    this.#changed();
  }

  /** The practice network's node is at this origin and gave this token, or there is none any more. */
  setPractice(node: { url: string; token: string } | undefined): void {
    this.#options.hosts.endPractice(node?.url);
    if (node) {
      this.#access.practise(node.url, node.token);
      this.#goOn(node.url, 'practice');
    }
    this.#changed();
  }

  /** Where one may share: where one is signed in first, then the best nodes first. */
  hosts(): ShareHost[] {
    return this.#hosts.all();
  }

  /**
   * Puts a content on a public node, or changes whether it is listed there.
   * @throws NodeError `content_not_found`, `licence_required` and `encrypting` for a plain content that is sold,
   * `peer_not_found`, `peer_refused` when one has to sign in there first, or
   * it is being taken back there from another account
   */
  share(sha256: Buffer, { host, listed }: { host: string; listed: boolean }): Share {
    const { shares, contents, sealed, clock } = this.#options;
    this.#refuseClosed(sha256);
    const content = contents.find(sha256);
    if (!content) {
      throw new NodeError('content_not_found', 'No content with this id is stored on this node.');
    }
    this.#checkUsable(host);
    const way = this.#access.wayOf(host);
    if (way === undefined) throw new NodeError('peer_refused', 'Sign in on this node first.');
    const row = shares.get({ sha256, host });
    if (row?.state === 'withdrawing' && row.way !== way) {
      throw new NodeError(
        'peer_refused',
        'It is still being taken back from that node, where another account of yours has it. Share it when that is done.',
      );
    }
    // What is there stays with the account that put it there: no other one can take it back.
    if (row?.state === 'waiting' || row?.state === 'shared') {
      shares.setListed(row, listed);
      if (row.keyState !== 'deposited' && sealed.hasKey(sha256)) shares.setKeyState(row, 'waiting');
    } else {
      const name = content.title || content.name;
      const keyState = sealed.hasKey(sha256) ? 'waiting' : 'none';
      shares.ask({ sha256, host, way, listed, name, size: content.size, askedAt: clock(), keyState });
    }
    this.#isUsed = true;
    const id = idOf({ sha256, host });
    const isOnItsWay = row?.state === 'waiting' && this.#deliveries.stateOf(id) === 'running';
    if (!isOnItsWay) this.#deliveries.begin(id, true);
    this.#changed();
    return this.#shareDocument(this.#row(sha256, host));
  }

  /**
   * Takes a content back; asked again when the node could not be told, it is forgotten without telling.
   * @throws NodeError `share_not_found`
   */
  takeBack(sha256: Buffer, host: string): void {
    const { shares } = this.#options;
    const row = this.#row(sha256, host);
    const id = idOf(row);
    const couldNotBeTold = row.state === 'withdrawing' && row.message !== null;
    if (couldNotBeTold || (row.sentBytes === null && row.state !== 'withdrawing')) {
      shares.remove(row);
      this.#deliveries.end(id);
      this.#meters.forget(id);
    } else if (row.state !== 'withdrawing') {
      shares.withdraw(row);
      this.#deliveries.begin(id, true);
    }
    this.#changed();
  }

  /** Where contents are shared, by their hashes in hexadecimal digits; those that are not are left out. */
  sharesOf(hashes: readonly Buffer[]): Map<string, Share[]> {
    if (!this.#isUsed) return new Map();
    return new Map(
      hashes
        .map((sha256) => this.#options.shares.of(sha256))
        .flatMap((rows) => {
          const [first] = rows;
          if (!first) return [];
          return [[first.sha256.toString('hex'), rows.map((row) => this.#shareDocument(row))] as const];
        }),
    );
  }

  /** What is shared, newest first, at most 1,000; also what is no longer here. */
  shared(host: string | undefined): (Share & Pick<ShareRow, 'sha256' | 'name' | 'size'>)[] {
    return this.#options.shares.page(host, mostListed).map((row) => {
      const { sha256, name, size } = row;
      return { ...this.#shareDocument(row), sha256, name, size };
    });
  }

  /** What is on its way or failed, the first asked first. */
  transfers(): Transfer[] {
    if (!this.#isUsed) return [];
    return this.#options.shares.unsent().map((row) => {
      const id = idOf(row);
      return toTransfer(row, { state: this.#deliveries.stateOf(id), ...this.#meters.read(id) });
    });
  }

  /** Ends a transfer, and takes back what has arrived. @returns false when there is no such transfer */
  cancel(id: string): boolean {
    const row = this.#options.shares.unsent().find((share) => transferIdOf(share) === id);
    if (row) this.takeBack(row.sha256, row.host);
    return row !== undefined;
  }

  async #signIn(host: string, token: string | undefined): Promise<ShareHost> {
    this.#checkUsable(host);
    try {
      const node = this.#work.nodeAt(host, this.#stopping.signal);
      if (token === undefined) await this.#access.signInByWallet(host, node);
      else await this.#access.signInByToken(host, token, node);
    } catch (error) {
      throw asNodeError(error);
    }
    const actor = { type: 'dashboard', name: '' } as const;
    this.#options.note({ kind: 'share', actor, subject: host, detail: 'Signed in on another node' });
    this.#goOn(host, token === undefined ? 'wallet' : 'token');
    return this.#hosts.get(host);
  }

  /** What is sold leaves this node encrypted only. @throws NodeError `licence_required`, `encrypting` */
  #refuseClosed(sha256: Buffer): void {
    const closed = this.#options.sealed.closedAs(sha256);
    if (!closed) return;
    if (closed.sealed === null) {
      throw new NodeError(
        'encrypting',
        'This file is being encrypted, as it is to be sold. Share it when that is done.',
      );
    }
    throw new NodeError(
      'licence_required',
      `This file is sold, so it leaves this node only encrypted. Share its encrypted file instead: ${contentIdOf(closed.sealed)}.`,
    );
  }

  /** @throws NodeError `peer_not_found` */
  #checkUsable(host: string): void {
    if (this.#isUsable(host)) return;
    throw new NodeError(
      'peer_not_found',
      'This is not one of the nodes that can be used now. Add it on the Peers page first, or see there what is wrong with it.',
    );
  }

  #isUsable(host: string): boolean {
    const peer = this.#options.peers.get(host);
    return peer !== undefined && peer.source !== 'removed' && isUsable(peer);
  }

  #row(sha256: Buffer, host: string): ShareRow {
    const row = this.#options.shares.get({ sha256, host });
    if (row) return row;
    throw new NodeError('share_not_found', 'This content is not shared on that node.');
  }

  /** One is signed in: what waits there goes on by that account. */
  #goOn(host: string, way: ShareRow['way']): void {
    const { shares } = this.#options;
    shares.adopt(host, way);
    const waiting = shares.unfinished().filter((row) => row.host === host);
    this.#deliveries.retry(waiting.map(idOf));
    this.contentsChanged();
  }

  /** @returns after how many ms to try again */
  #failed(key: ShareKey, error: unknown, failures: number): number | undefined {
    const { shares, logger } = this.#options;
    const row = shares.get(key);
    if (!row) return undefined;
    if (row.state === 'waiting' && isFinal(error)) this.#meters.refused(idOf(key));
    const inVain = this.#meters.failed(idOf(key));
    const { delay, message, isBug } = setbackOf(error, { inARow: failures, inVain });
    if (error instanceof NotThereYet && delay === undefined) {
      this.#work.takenBack(row, false);
      this.#meters.forget(idOf(key));
      return undefined;
    }
    if (isBug) logger.error({ err: error }, 'a content could not be shared');
    if (error instanceof KeyNotDeposited) {
      shares.setKeyState(row, delay === undefined ? 'failed' : 'waiting', message);
    } else if (row.state === 'waiting' && delay === undefined) shares.fail(row, message);
    else if (row.state === 'shared') {
      shares.setBack(row, `What is said about it there could not be changed. ${message}`);
    } else shares.setBack(row, message);
    return row.state === 'withdrawing' ? (delay ?? longestPauseMs) : delay;
  }

  #shareDocument(row: ShareRow): Share {
    return toShare(row, this.#deliveries.stateOf(idOf(row)));
  }

  #sent(key: ShareKey, bytes: number): void {
    this.#meters.sent(idOf(key), bytes);
    this.#options.noteExchange(key.host, { sentBytes: bytes });
    this.#telling ??= setTimeout(() => {
      this.#telling = undefined;
      this.#options.onTransfer();
    }, tellEveryMs);
  }

  #changed(): void {
    this.#options.onChange();
    this.#options.onTransfer();
  }
}
