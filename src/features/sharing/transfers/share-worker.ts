import type { ConstantMessageId } from '../../../contract/messages/message.ts';
import type { ContentEdit } from '../../../contract/node-api/content.ts';
import type { Clock } from '../../../core/clock.ts';
import { contentIdOf } from '../../../core/content-id.ts';
import type { NoteActivity } from '../../../core/events/activity.ts';
import { message } from '../../../core/messages/message.ts';
import { NodeError } from '../../../core/node-error.ts';
import { PeerError } from '../../../platform/net/failures/peer-error.ts';
import type { Commands } from '../../../platform/sqlite/commands.ts';
import { commitAtOnce } from '../../../platform/sqlite/job-commands.ts';
import {
  AccessError,
  openPublicNode,
  type PublicNode,
  type PublicNodeAccess,
  quoteRemote,
  RemoteProblem,
} from '../../public-nodes/index.ts';
import { type EncryptedShares, KeyNotDeposited } from '../encrypted-shares.ts';
import type { ShareAccess } from '../hosts/share-access.ts';
import type { ShareKey, ShareRepository, ShareRow } from '../repository/share-repository.ts';
import { isRetryable, NotStoredYet } from '../retry-policy.ts';
import { SendContent, type ShareableContent } from '../send-content.ts';
import type { ShareableContents, ShareCompanions } from '../share-companions.ts';

/** Codes of a node that does not see the content on the chain yet. */
const notOnChainYet = new Set(['content_not_found', 'chain_unavailable']);

function asNotDeposited(error: unknown): unknown {
  if (error instanceof AccessError) return new KeyNotDeposited(error.text, { cause: error });
  if (error instanceof PeerError) return new KeyNotDeposited(error.explanation, { cause: error });
  if (!(error instanceof RemoteProblem)) return error;
  const isFinal = error.status < 500 && error.status !== 429 && !notOnChainYet.has(error.code);
  return new KeyNotDeposited(quoteRemote('sharing.keyRefused', error.message), {
    isFinal,
    cause: error,
  });
}

export interface ShareWorkerOptions extends PublicNodeAccess {
  shares: ShareRepository;
  contents: ShareableContents;
  companions: ShareCompanions;
  encrypted: EncryptedShares;
  access: ShareAccess;
  partBytes: number;
  clock: Clock;
  note: NoteActivity;
  /** Called with the number of bytes that the other node has stored. */
  onStored: (key: ShareKey, bytes: number) => void;
  /** Called with the number of further bytes sent. */
  onSent: (key: ShareKey, bytes: number) => void;
  /** Returns whether all bytes were sent; the node may then be storing them without having responded yet. */
  mayBeWhole: (row: ShareRow) => boolean;
  /** Called when a content has changed while its description was being sent. */
  onOutdated: () => void;
  /** Called when a content is shared. @param covered the shares whose cover it is */
  onShared: (key: ShareKey, covered: readonly ShareKey[]) => void;
  /** The commands of the replica that sends and unshares for all. */
  job: Commands;
}

const descriptionOf = ({ title, description, authors, hashtags }: ShareableContent) => ({
  ...(title === '' ? {} : { title }),
  description,
  authors,
  hashtags,
});

const isSame = (one: Buffer | undefined, other: Buffer | undefined): boolean =>
  one && other ? one.equals(other) : one === other;

const isRefusal = (error: unknown): error is RemoteProblem =>
  error instanceof RemoteProblem && !isRetryable(error);

/** Runs the next step of a share: sends, describes or unshares the content. */
export class ShareWorker {
  readonly #options: ShareWorkerOptions;

  constructor(options: ShareWorkerOptions) {
    this.#options = options;
  }

  /**
   * Runs the next step.
   * @throws PeerError, RemoteProblem, AccessError; NodeError for an error of this node
   */
  async run(key: ShareKey, signal: AbortSignal): Promise<void> {
    const { shares } = this.#options;
    const row = shares.get(key);
    if (!row || row.state === 'failed') return;
    const node = openPublicNode(row.host, this.#options, signal);
    if (row.state === 'withdrawing') return this.#unshare(row, node);
    if (row.state === 'waiting') await this.#send(row, node);
    signal.throwIfAborted();
    const shared = shares.get(key);
    if (shared?.state !== 'shared') return;
    await this.#describe(shared, node);
    if (shared.keyState === 'waiting') await this.#deposit(shared, node);
  }

  async #send(row: ShareRow, node: PublicNode): Promise<void> {
    const { shares, companions, access, partBytes, clock, onStored, onSent, onShared } = this.#options;
    const found = companions.find(row);
    if (!found) throw new NodeError('content_not_found', 'sharing.fileRemoved');
    const { host, way, uploadId, sentBytes } = row;
    const use = <T>(ask: (token: string) => Promise<T>) => access.use(host, way, node, ask);
    const sending = new SendContent({
      ...found,
      to: {
        progressOf: (id) => use((token) => node.progressOf(token, id)),
        store: (piece, open) => use((token) => node.store(token, { ...piece, body: open() })),
      },
      partBytes,
      uploadId,
      sentBytes,
      onUpload: (id, bytes) => this.#write(() => shares.uploading(row, id, bytes)),
      onStored: (bytes) => onStored(row, bytes),
      onSent: (bytes) => onSent(row, bytes),
    });
    await sending.run();
    const covered = await this.#write(() => {
      shares.markShared(row, clock());
      return companions.markCovered(row);
    });
    onShared(row, covered);
    if (!row.isCompanion) this.#note(row, 'activity.shared');
  }

  async #deposit(row: ShareRow, node: PublicNode): Promise<void> {
    const { encrypted, access, shares } = this.#options;
    const { contentAddress, key } = encrypted.keyOf(row.sha256);
    try {
      await access.use(row.host, row.way, node, (token) => node.depositKey(token, contentAddress, key));
    } catch (error) {
      // Some nodes repeat received data in errors.
      throw asNotDeposited(error instanceof RemoteProblem ? error.redact(key) : error);
    }
    await this.#write(() => shares.update(row, { keyState: 'deposited', message: null }));
    this.#note(row, 'activity.keyDeposited');
  }

  /** Sends the texts and the cover; of a deleted content it only ends the listing. */
  async #describe(row: ShareRow, node: PublicNode): Promise<void> {
    const { shares, contents, access, companions, onOutdated } = this.#options;
    const { host, listed, describedAt } = row;
    const content = contents.find(row.sha256);
    const wasSent = content ? content.updatedAt <= (describedAt ?? -1) : listed || describedAt === null;
    if (row.isCompanion || wasSent || access.wayOf(host) === undefined) return;
    const cover = companions.coverOf(row);
    const texts = content && { ...descriptionOf(content), cover_id: cover ? contentIdOf(cover) : null };
    try {
      await this.#edit(row, node, { ...texts, published: listed && content !== undefined });
    } catch (error) {
      if (!isRefusal(error)) throw error;
      await this.#write(() => this.#onDescriptionRejected(row, error, content?.updatedAt ?? null));
      return;
    }
    const isCurrent =
      contents.find(row.sha256)?.updatedAt === content?.updatedAt &&
      isSame(companions.coverOf(row), cover) &&
      shares.get(row)?.listed === listed;
    const sentAt = content && isCurrent ? content.updatedAt : 0;
    await this.#write(() => shares.update(row, { describedAt: content ? sentAt : null, message: null }));
    if (!isCurrent) onOutdated();
  }

  async #edit(row: ShareRow, node: PublicNode, edit: ContentEdit): Promise<void> {
    const { access } = this.#options;
    const send = (what: ContentEdit) =>
      access.use(row.host, row.way, node, (token) => node.updateRecord(token, row.sha256, what));
    try {
      await send(edit);
    } catch (error) {
      if (!isRefusal(error) || error.code === 'not_yours' || edit.cover_id === undefined) throw error;
      const { cover_id: _, ...texts } = edit;
      await send(texts);
    }
  }

  #onDescriptionRejected(row: ShareRow, refusal: RemoteProblem, describedAt: number | null): void {
    const { shares } = this.#options;
    if (refusal.code === 'content_not_found' || refusal.status === 410) {
      shares.update(row, { state: 'failed', message: message('sharing.goneThere') });
      return;
    }
    // An unlisted content needs only its link, so the refusal of its texts has no message.
    if (!row.listed) return shares.update(row, { describedAt });
    const reason = refusal.code === 'not_yours' ? 'sharing.describedByOther' : 'sharing.notListedThere';
    shares.update(row, { listed: false, describedAt, message: message(reason) });
  }

  async #unshare(row: ShareRow, node: PublicNode): Promise<void> {
    const { access, mayBeWhole } = this.#options;
    const { host, way, sha256 } = row;
    const remove = (token: string) => node.remove(token, sha256);
    const outcome = await access.use(host, way, node, remove, { isUnsharing: true });
    if (outcome === 'notFound' && row.sharedAt === null && mayBeWhole(row)) throw new NotStoredYet();
    await this.recordUnshared(row, outcome === 'stillOwned');
  }

  /** Records that the node no longer has the content. */
  async recordUnshared(row: ShareRow, isHeldByOthers: boolean): Promise<void> {
    if (!(await this.#write(() => this.#options.shares.markUnshared(row)))) return;
    if (!row.isCompanion) this.#note(row, isHeldByOthers ? 'activity.unsharedByOne' : 'activity.unshared');
  }

  #write<T>(write: () => T): Promise<T> {
    return commitAtOnce(this.#options.job, write);
  }

  #note({ host, sha256 }: ShareRow, detail: ConstantMessageId): void {
    this.#options.note({
      kind: 'share',
      actor: { type: 'peer', name: host },
      subject: contentIdOf(sha256),
      detail,
    });
  }
}
