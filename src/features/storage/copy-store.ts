import { networkId } from '../../core/caller.ts';
import { Breakable } from '../../core/concurrency/abort-group.ts';
import { NodeError } from '../../core/node-error.ts';
import { WrongBytesError } from '../../core/wrong-bytes.ts';
import type { BlobSource } from '../../platform/blobs/store/blob-types.ts';
import { type BlockList, blocked } from '../content/block-list.ts';
import type { Catalogue } from '../content/catalogue.ts';
import type { ContentRepository } from '../content/repository/content-repository.ts';
import type { Intake } from '../uploads/upload-admission.ts';
import type { Room } from './eviction-policy.ts';
import type { CopyRepository } from './repository/copy-repository.ts';
import type { DamageRepository } from './repository/damage-repository.ts';

/** What another node says of a content that it sends; its bytes alone are proven. */
export interface ArrivingCopy {
  /** Bytes, where it announced them. */
  sizeHint: number | undefined;
  contentType: string | undefined;
  fileName: string | undefined;
  /** The node that sends it. */
  host: string;
  /** Aborting it stores nothing. */
  signal: AbortSignal;
  /** What is said about it there. */
  record?: { title: string; description: string; authors: readonly string[]; hashtags: readonly string[] };
}

export interface CopyStoreOptions {
  catalogue: Catalogue;
  contents: Pick<ContentRepository, 'get'>;
  copies: CopyRepository;
  damages: Pick<DamageRepository, 'get'>;
  blocks: BlockList;
  intake: Intake;
  room: Pick<Room, 'isRoomForCopy'>;
  onChange: () => void;
}

/** What is kept of other nodes' contents. The user `network` holds it, so it is nobody's own. */
export class CopyStore {
  readonly #options: CopyStoreOptions;
  readonly #arriving = new Breakable();

  constructor(options: CopyStoreOptions) {
    this.#options = options;
  }

  /**
   * Keeps what another node sent, if its bytes are right. Bytes of a content that is stored already take the place of
   * what is there: so damage is mended.
   * @throws WrongBytesError when they are not, and NodeError `blocked`, `payload_too_large`, `insufficient_storage`,
   * `shutting_down`, `content_not_found` when it is removed meanwhile; the signal's reason, the source's error. Then
   * nothing is stored.
   */
  async receive(sha256: Buffer, source: BlobSource, copy: ArrivingCopy): Promise<void> {
    const { blocks, contents, intake, catalogue } = this.#options;
    blocks.refuse(sha256);
    const stored = contents.get(sha256);
    if (stored && copy.sizeHint !== undefined && copy.sizeHint !== stored.size) throw new WrongBytesError();
    const holder = stored ? undefined : networkId;
    await this.#arriving.run(keyOf(sha256), copy.signal, (signal) =>
      intake.take({ ...copy, source, signal }, holder, async (staged) => {
        if (!staged.sha256.equals(sha256)) {
          await staged.discard();
          throw new WrongBytesError();
        }
        await catalogue.keep(staged, {
          declaredType: copy.contentType,
          fileName: copy.fileName,
          uploadedBy: networkId,
          unless: signal,
          ...bounded(copy),
        });
      }),
    );
  }

  /** A content was removed or blocked: what arrives of it is not wanted any more. */
  gone(sha256: Buffer): void {
    this.#arriving.breakOff(
      keyOf(sha256),
      this.#options.blocks.isBlocked(sha256)
        ? blocked()
        : new NodeError('content_not_found', 'The content was removed from this node while it came.'),
    );
  }

  /** Whether it is here with its bytes, as far as is known. */
  has(sha256: Buffer): boolean {
    return (
      this.#options.contents.get(sha256) !== undefined && this.#options.damages.get(sha256) === undefined
    );
  }

  areStored(hashes: readonly Buffer[]): boolean[] {
    return hashes.map((sha256) => this.#options.contents.get(sha256) !== undefined);
  }

  /** Whether a copy of so many bytes would find room, with what may go for it. */
  isRoomFor(bytes: number): boolean {
    return this.#options.room.isRoomForCopy(bytes);
  }

  /**
   * Keeps a copy for good, or lets it go when room is needed.
   * @throws NodeError `content_not_found` when it is no copy
   */
  pin(sha256: Buffer, pinned: boolean): void {
    if (!this.#options.copies.setPinned(sha256, pinned)) {
      throw new NodeError('content_not_found', 'No copy of this content from another node is stored here.');
    }
    this.#options.onChange();
  }

  /** Keeps copies because of subscriptions, or not any more; what is no copy is passed over. */
  setSubscribed(hashes: readonly Buffer[], subscribed: boolean): void {
    if (hashes.length === 0) return;
    this.#options.copies.setSubscribed(hashes, subscribed);
    this.#options.onChange();
  }
}

const keyOf = (sha256: Buffer): string => sha256.toString('latin1');

/** As much of others' words as a person could say here. */
function bounded({ host, record }: ArrivingCopy) {
  const words = (text: string, most: number) =>
    [...text.replace(/[^\P{Cc}\n]/gu, '')].slice(0, most).join('').trim();
  const list = (texts: readonly string[], most: number) =>
    texts.slice(0, most).flatMap((one) => words(one, 100) || []);
  const copy = {
    host,
    description: words(record?.description ?? '', 5000),
    authors: list(record?.authors ?? [], 20),
    hashtags: list(record?.hashtags ?? [], 30),
  };
  return record?.title ? { copy, title: words(record.title, 200) } : { copy };
}
