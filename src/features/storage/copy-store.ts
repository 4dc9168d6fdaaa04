import { WrongBytesError } from '../../core/bytes/wrong-bytes.ts';
import { networkId } from '../../core/caller.ts';
import { AbortGroup } from '../../core/concurrency/abort-group.ts';
import type { Lease } from '../../core/concurrency/leader.ts';
import { blocked } from '../../core/content-errors.ts';
import { hashKey } from '../../core/hash-key.ts';
import { NodeError } from '../../core/node-error.ts';
import type { BlobSource } from '../../platform/blobs/store/blob-types.ts';
import type { BlockList, Catalogue, ContentRepository } from '../content/index.ts';
import type { EvictionPolicy } from './eviction-policy.ts';
import type { CopyRepository } from './repository/copy-repository.ts';
import type { DamageRepository } from './repository/damage-repository.ts';
import type { UploadAdmission } from './upload-admission.ts';

/** A content that another node sends; only the bytes are verified. */
export interface IncomingCopy {
  /** The size in bytes that the node announced, if any. */
  sizeHint: number | undefined;
  contentType: string | undefined;
  fileName: string | undefined;
  /** The sending node. */
  host: string;
  /** When it is aborted, nothing is stored. */
  signal: AbortSignal;
  /** Returns the lease of the job that fetches it, if any. */
  lease?: () => Lease | undefined;
  /** The sending node's record of the content. */
  record?: { title: string; description: string; authors: readonly string[]; hashtags: readonly string[] };
}

export interface CopyStoreOptions {
  catalogue: Catalogue;
  contents: Pick<ContentRepository, 'get'>;
  copies: CopyRepository;
  damages: Pick<DamageRepository, 'get'>;
  blocks: BlockList;
  admission: UploadAdmission;
  space: Pick<EvictionPolicy, 'hasSpaceForCopy'>;
  /**
   * Returns the contents of a stored collection; empty for any other content.
   * @throws NodeError `content_damaged`, `limit_reached`
   */
  partsOf: (sha256: Buffer) => Promise<readonly Buffer[]>;
  onChange: () => void;
}

/** Stores copies of other nodes' contents; the user `network` owns them. */
export class CopyStore {
  readonly #options: CopyStoreOptions;
  readonly #arriving = new AbortGroup();

  constructor(options: CopyStoreOptions) {
    this.#options = options;
  }

  /**
   * Stores the bytes that another node sent if they match the hash, and replaces those of a stored content, which
   * repairs damage. Nothing is stored when it throws.
   * @throws WrongBytesError for wrong bytes, NodeError `blocked`, `payload_too_large`, `insufficient_storage`,
   *   `shutting_down`, `content_not_found` when the content is removed meanwhile; the signal's reason, the source's
   *   error
   */
  async receive(sha256: Buffer, source: BlobSource, copy: IncomingCopy): Promise<void> {
    const { blocks, contents, admission, catalogue } = this.#options;
    blocks.refuse(sha256);
    const stored = contents.get(sha256);
    if (stored && copy.sizeHint !== undefined && copy.sizeHint !== stored.size) throw new WrongBytesError();
    const owner = stored ? undefined : networkId;
    await this.#arriving.run(hashKey(sha256), copy.signal, (signal) =>
      admission.admit({ ...copy, source, signal }, owner, async (staged) => {
        if (!staged.sha256.equals(sha256)) {
          await staged.discard();
          throw new WrongBytesError();
        }
        await catalogue.keep(staged, {
          declaredType: copy.contentType,
          fileName: copy.fileName,
          uploadedBy: networkId,
          unless: signal,
          lease: copy.lease?.(),
          ...bounded(copy),
        });
      }),
    );
  }

  /** Aborts the transfer of a content that was removed or blocked. */
  contentRemoved(sha256: Buffer): void {
    this.#arriving.abort(
      hashKey(sha256),
      this.#options.blocks.isBlocked(sha256)
        ? blocked()
        : new NodeError('content_not_found', 'storage.removedMeanwhile'),
    );
  }

  /** Returns whether a content is stored without known damage. */
  has(sha256: Buffer): boolean {
    return (
      this.#options.contents.get(sha256) !== undefined && this.#options.damages.get(sha256) === undefined
    );
  }

  /** Returns whether a copy fits once evictable copies are removed. */
  hasSpaceFor(bytes: number): boolean {
    return this.#options.space.hasSpaceForCopy(bytes);
  }

  /**
   * Pins a copy with its parts, or makes them evictable.
   * @returns whether the content is a copy; others are never evicted
   * @throws NodeError `content_damaged`, `limit_reached`
   */
  async pin(sha256: Buffer, pinned: boolean): Promise<boolean> {
    const { copies, partsOf } = this.#options;
    const isCopy = pinned ? await copies.pin(sha256, await partsOf(sha256)) : await copies.unpin(sha256);
    if (isCopy) this.#options.onChange();
    return isCopy;
  }

  /** Pins a copy for a licence, or ends that with its parts; a pin by the owner stays. */
  async setDelivered(sha256: Buffer, delivered: boolean): Promise<void> {
    await this.#options.copies.setDelivered(sha256, delivered);
    this.#options.onChange();
  }

  /** Pins a part of a collection as long as the collection is pinned. */
  async pinPart(collection: Buffer, part: Buffer): Promise<void> {
    await this.#options.copies.pinPart(collection, part);
    this.#options.onChange();
  }

  /** Marks copies as subscribed or not; skips contents that are no copies. */
  async setSubscribed(...given: Parameters<CopyRepository['setSubscribed']>): Promise<void> {
    if (given[0].length === 0) return;
    await this.#options.copies.setSubscribed(...given);
    this.#options.onChange();
  }
}

/** Cuts the texts of another node to the limits for local users. */
function bounded({ host, record }: IncomingCopy) {
  const words = (text: string, max: number) =>
    [...text.replace(/[^\P{Cc}\n]/gu, '')].slice(0, max).join('').trim();
  const list = (texts: readonly string[], max: number) =>
    texts.slice(0, max).flatMap((one) => words(one, 100) || []);
  const copy = {
    host,
    description: words(record?.description ?? '', 5000),
    authors: list(record?.authors ?? [], 20),
    hashtags: list(record?.hashtags ?? [], 30),
  };
  return record?.title ? { copy, title: words(record.title, 200) } : { copy };
}
