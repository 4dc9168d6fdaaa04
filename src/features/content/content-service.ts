import type { ContentEdit } from '../../contract/node-api/content.ts';
import { type Clock, systemClock } from '../../core/clock.ts';
import { parseContentId } from '../../core/content-id.ts';
import { NodeError } from '../../core/node-error.ts';
import { textCost } from '../../core/stored-cost.ts';
import { asWriteError } from '../../platform/blobs/store/disk-errors.ts';
import type { ChainContent } from '../chain/indexer/chain-rows.ts';
import type { Covers } from './covers.ts';
import type { ContentRecordRepository, ContentRecordRow } from './repository/content-record-repository.ts';
import type { ContentEdits, ContentRepository } from './repository/content-repository.ts';
import type { ContentState, ContentStateRepository } from './repository/content-states.ts';

/** A content with what is said about it, and the state of its bytes. */
export type DeskRecord = ContentRecordRow & ContentState;

/** What its author said of a content on the chain. */
type PublishedWords = Pick<ChainContent, 'title' | 'description' | 'authors' | 'hashtags'>;

export interface ContentDeskOptions {
  records: ContentRecordRepository;
  states: ContentStateRepository;
  contents: Pick<ContentRepository, 'edit'>;
  covers: Pick<Covers, 'faultOf'>;
  /** @throws NodeError where a content may not be shown in lists at the moment */
  checkPublishing?: (sha256: Buffer) => void;
  /** @throws NodeError where a user may not store what costs so much more */
  checkRoom?: (user: string, more: number) => void;
  /** Whether it is the plain file of what is sold here. */
  isClosed?: (sha256: Buffer) => boolean;
  /** Told of a content whose row is another one now. */
  onEdited: (sha256: Buffer) => void;
  clock?: Clock;
  onChange?: () => void;
}

/** What the person who runs the node sees of its contents, which is all, and changes about them. */
export class ContentDesk {
  readonly #options: ContentDeskOptions;

  constructor(options: ContentDeskOptions) {
    this.#options = options;
  }

  /** @throws NodeError `content_not_found` */
  get(sha256: Buffer): DeskRecord {
    const record = this.#options.records.get(sha256);
    if (!record) throw notStored();
    return this.#withStates([record])[0] as DeskRecord;
  }

  /** Newest first, after so many to be skipped. `cursor` is opaque: it comes from an earlier page. */
  page(query: { q: string; cursor?: string | undefined; skip?: number; limit: number }): {
    items: DeskRecord[];
    nextCursor: string | null;
    topCursor: string | null;
    total: number;
  } {
    const { records } = this.#options;
    const beforeNumber = query.cursor === undefined ? undefined : positionOf(query.cursor);
    const { q, skip = 0, limit } = query;
    const items = records.page({ q, beforeNumber, skip, limit });
    const first = items[0];
    const last = items.length === limit ? items.at(-1) : undefined;
    return {
      items: this.#withStates(items),
      nextCursor: last ? last.number.toString(36) : null,
      topCursor: first ? (first.number + 1).toString(36) : null,
      total: records.count(q),
    };
  }

  /**
   * Changes what is given, for a user: only whoever came first of those who hold it may.
   * @throws as `edit`; NodeError `content_not_found` where the user does not hold it, `not_yours` where others came first,
   * `insufficient_storage` where the user has no room for so many words
   */
  editAs(user: string, sha256: Buffer, edit: ContentEdit): Promise<DeskRecord> {
    return this.#editIf(sha256, edit, (record) => this.#checkMay(user, record, edit));
  }

  /**
   * Changes what is given.
   * @throws what `checkPublishing` throws; NodeError `content_not_found`, `invalid_content_id`, `unsupported_content_id`; `invalid_request` for a
   * cover that is no stored picture, or none to be shown as one; `insufficient_storage` when the disk is too full to note it
   */
  edit(sha256: Buffer, edit: ContentEdit): Promise<DeskRecord> {
    return this.#editIf(sha256, edit, () => {});
  }

  /**
   * Shows a content in lists, where one of these users holds it: who registers a file publishes it. What they said of
   * it there counts here, too, where it is theirs to say.
   */
  publishFor(users: readonly string[], sha256: Buffer, said: PublishedWords | undefined): void {
    const { records, isClosed = () => false } = this.#options;
    const record = records.get(sha256);
    // Whoever else holds the same bytes may register them, and names them to nobody here by that.
    if (
      !record ||
      record.published ||
      isClosed(sha256) ||
      !users.some((user) => records.isHolder(record.number, user))
    )
      return;
    const words = said && users.includes(record.uploadedBy) ? wordsIn(said) : {};
    this.#edit(record, { ...words, published: true });
  }

  /** @param check throws where the edit may not be made */
  async #editIf(sha256: Buffer, edit: ContentEdit, check: (record: DeskRecord) => void): Promise<DeskRecord> {
    check(this.get(sha256));
    if (edit.cover_id) await this.#checkCover(edit.cover_id);
    // Meanwhile the record may have become somebody else's, and the room may have been used.
    const record = this.get(sha256);
    check(record);
    if (edit.published && !record.published) this.#options.checkPublishing?.(sha256);
    return this.#edit(record, edit);
  }

  #checkMay(user: string, record: DeskRecord, edit: ContentEdit): void {
    const { records, checkRoom } = this.#options;
    if (!records.isHolder(record.number, user)) throw notStored();
    if (record.uploadedBy !== user) {
      throw new NodeError(
        'not_yours',
        'Others stored the same bytes on this node before you: what is said about them is theirs to say. Its link works for you all the same.',
      );
    }
    const { description = record.description, authors = record.authors, hashtags = record.hashtags } = edit;
    const more = textCost(textBytes({ description, authors, hashtags }) - textBytes(record));
    if (more > 0) checkRoom?.(user, more);
  }

  #edit(record: DeskRecord | ContentRecordRow, edit: ContentEdit): DeskRecord {
    const { contents, clock = systemClock, onEdited, onChange } = this.#options;
    const { sha256 } = record;
    const edits: ContentEdits = {
      title: edit.title ?? record.title,
      description: edit.description ?? record.description,
      authors: edit.authors ?? record.authors,
      hashtags: edit.hashtags ? [...new Set(edit.hashtags)] : record.hashtags,
      cover: edit.cover_id === undefined ? record.cover : coverIn(edit.cover_id),
      published: edit.published ?? record.published,
    };
    try {
      contents.edit(record, edits, clock());
    } catch (error) {
      throw asWriteError(error);
    }
    onEdited(sha256);
    onChange?.();
    return this.get(sha256);
  }

  #withStates(records: readonly ContentRecordRow[]): DeskRecord[] {
    const states = this.#options.states.of(records.map(({ number }) => number));
    return records.map((record) => ({ ...record, ...(states.get(record.number) ?? unknownState) }));
  }

  async #checkCover(id: string): Promise<void> {
    const message = await this.#options.covers.faultOf(parseContentId(id).sha256);
    if (message === undefined) return;
    throw new NodeError(
      'invalid_request',
      'A cover is a picture that is stored on this node: PNG, JPEG, WebP, GIF or AVIF, not animated, of at most 4 MB and 8 megapixels.',
      { errors: [{ path: 'body.cover_id', message }] },
    );
  }
}

const coverIn = (id: string | null): Buffer | null => (id === null ? null : parseContentId(id).sha256);

/** What is left empty takes nothing away. */
const wordsIn = ({ title, description, authors, hashtags }: PublishedWords): ContentEdit => ({
  ...(title !== '' && { title }),
  ...(description !== '' && { description }),
  ...(authors.length > 0 && { authors }),
  ...(hashtags.length > 0 && { hashtags }),
});

/** As `text_usage` counts what is said about a content. */
const textBytes = ({
  description,
  authors,
  hashtags,
}: Pick<ContentRecordRow, 'description' | 'authors' | 'hashtags'>): number =>
  Buffer.byteLength(description) +
  Buffer.byteLength(JSON.stringify(authors)) +
  Buffer.byteLength(JSON.stringify(hashtags));

const unknownState: ContentState = { verifiedAt: null, damage: null, copy: null };

const notStored = (): NodeError =>
  new NodeError('content_not_found', 'No content with this id is stored on this node.');

function positionOf(cursor: string): number {
  if (/^[0-9a-z]{1,10}$/.test(cursor)) return Number.parseInt(cursor, 36);
  throw new NodeError('invalid_request', 'The cursor is not one that this node gave.', {
    errors: [{ path: 'query.cursor', message: 'is not a cursor' }],
  });
}
