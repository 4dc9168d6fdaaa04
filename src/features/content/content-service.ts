import type {
  ContentKind,
  ContentMonth,
  LocalContentQuery,
} from '../../contract/dashboard-api/library/content-lists.ts';
import type { ContentEdit } from '../../contract/node-api/content.ts';
import { type Clock, systemClock } from '../../core/clock.ts';
import { contentNotFound } from '../../core/content-errors.ts';
import { contentIdOf, parseContentId } from '../../core/content-id.ts';
import { inputErrorAt } from '../../core/messages/input-error.ts';
import { NodeError } from '../../core/node-error.ts';
import { textCost } from '../../core/stored-cost.ts';
import { rejectWriteError } from '../../platform/blobs/store/disk-errors.ts';
import type { ContentRegistration } from './chain-records.ts';
import type { Covers } from './covers/covers.ts';
import type { ContentRecordRepository, ContentRecordRow } from './repository/content-record-repository.ts';
import type { ContentRepository } from './repository/content-repository.ts';
import type { ContentState, ContentStateRepository } from './repository/content-state-repository.ts';
import type { ContentEdits } from './repository/rows/content-rows.ts';
import { readSortCursor, writeSortCursor } from './repository/sort-cursors.ts';
import type { ContentMonthsQuery, SortedContentRepository } from './repository/sorted-content-repository.ts';

/** A content record with the state of its bytes. */
export type ContentDetails = ContentRecordRow & ContentState;

/** The texts that an author registered on the chain. */
type RegisteredDetails = Pick<
  ContentRegistration,
  'title' | 'description' | 'authors' | 'hashtags' | 'cover'
>;

export interface ContentServiceOptions {
  records: ContentRecordRepository;
  sorted: SortedContentRepository;
  states: ContentStateRepository;
  contents: Pick<ContentRepository, 'editSome'>;
  covers: Pick<Covers, 'faultOf'>;
  /** Checks that a content may be listed at the moment. @throws NodeError where it may not */
  checkPublishing?: (sha256: Buffer) => void;
  /** Checks that `more` fits a user's quota. @throws NodeError where it does not */
  checkQuota?: (user: string, more: number) => void;
  /** Returns whether only its seller may read a content here. */
  isRestricted?: (sha256: Buffer) => boolean;
  /** Returns the files of a sold collection. */
  partsOf?: (collection: Buffer) => Buffer[];
  /** Called when the row of a content was changed. */
  onEdited: (sha256: Buffer) => void;
  clock?: Clock;
  onChange?: () => void;
}

/** Reads and edits the records of all contents. */
export class ContentService {
  readonly #options: ContentServiceOptions;

  constructor(options: ContentServiceOptions) {
    this.#options = options;
  }

  /** Returns a record with the state of its bytes. @throws NodeError `content_not_found` */
  get(sha256: Buffer): ContentDetails {
    const record = this.#options.records.get(sha256);
    if (!record) throw contentNotFound();
    return this.detailsOf([record])[0] as ContentDetails;
  }

  /** Returns those of the given contents that are stored here. */
  stored(hashes: readonly Buffer[]): ContentDetails[] {
    const found = hashes.map((sha256) => this.#options.records.get(sha256));
    return this.detailsOf(found.filter((record) => record !== undefined));
  }

  /** Lists contents without the first `skip`; `cursor` is opaque and comes from an earlier page. */
  page({ cursor, skip, limit, ...query }: LocalContentQuery): {
    items: ContentDetails[];
    nextCursor: string | null;
    topCursor: string | null;
    total: number;
  } {
    const { records, sorted } = this.#options;
    const start = cursor === undefined ? undefined : readSortCursor(cursor);
    const numbers = sorted.page(query, start, skip, limit);
    const first = numbers[0];
    const last = numbers.length === limit ? numbers.at(-1) : undefined;
    const cursorAt = (number: number | undefined, isIncluded: boolean) =>
      number === undefined ? null : writeSortCursor({ ...sorted.placeOf(query, number), isIncluded });
    return {
      items: this.detailsOf(records.some(numbers)),
      nextCursor: cursorAt(last, false),
      topCursor: cursorAt(first, true),
      total: sorted.count(query),
    };
  }

  /** Returns the hashes of a page. */
  hashes({ cursor, skip, limit, ...query }: LocalContentQuery): Buffer[] {
    const { records, sorted } = this.#options;
    return records.hashesOf(
      sorted.page(query, cursor === undefined ? undefined : readSortCursor(cursor), skip, limit),
    );
  }

  /** Returns the months of a list that is sorted by `taken`. */
  months(query: ContentMonthsQuery): ContentMonth[] {
    return this.#options.sorted.months(query);
  }

  /** Returns the number of contents of each kind, without those in the trash. */
  kinds(): Record<ContentKind, number> {
    return this.#options.sorted.kinds();
  }

  /**
   * Edits a record for a user; only the first owner of the content may.
   * @throws as `edit`; NodeError `content_not_found` where the user does not own it, `not_yours` where others added it
   *   first, `insufficient_storage` where the texts exceed the user's quota
   */
  editAsOwner(user: string, sha256: Buffer, edit: ContentEdit): Promise<ContentDetails> {
    return this.#editIf(sha256, edit, (record) => this.#checkMay(user, record, edit));
  }

  /**
   * Edits a record.
   * @throws the errors of `checkPublishing`; NodeError `content_not_found`, `invalid_content_id`,
   *   `unsupported_content_id`; `invalid_request` for a cover that is not a stored picture or may not be shown as one;
   *   `insufficient_storage` when the disk is too full to record it
   */
  edit(sha256: Buffer, edit: ContentEdit): Promise<ContentDetails> {
    return this.#editIf(sha256, edit, () => {});
  }

  /**
   * Publishes a registered content that one of these users owns. The registered details replace those of the record where
   * one of the users added the file first. Files of a collection get its cover, because their own pictures are hidden.
   */
  async publishFor(
    users: readonly string[],
    sha256: Buffer,
    details: RegisteredDetails | undefined,
  ): Promise<void> {
    const { records, covers, isRestricted = () => false, partsOf = () => [] } = this.#options;
    // Somebody else may register the same bytes; only a registration by an owner publishes the content here.
    const isWanted = (record: ContentRecordRow | undefined): record is ContentRecordRow =>
      record?.published === false &&
      !isRestricted(sha256) &&
      users.some((user) => records.isOwner(record.number, user));
    if (!isWanted(records.get(sha256))) return;
    // Public nodes get the cover with the content.
    const hasCover = details?.cover && (await covers.faultOf(details.cover)) === undefined;
    const registered = details && { ...details, cover: hasCover ? details.cover : undefined };
    const coverId = registered?.cover && contentIdOf(registered.cover);
    let isPublished = false;
    // In one command, because a published content is never published again.
    const hashesOf = () => [sha256, ...(coverId ? partsOf(sha256) : [])];
    await this.#edit(hashesOf, (record) => {
      if (!record.sha256.equals(sha256)) {
        const getsCover = isPublished && record.cover === null && users.includes(record.uploadedBy);
        return coverId && getsCover ? { cover_id: coverId } : undefined;
      }
      isPublished = isWanted(record);
      if (!isPublished) return undefined;
      const isTheirs = registered && users.includes(record.uploadedBy);
      return { ...(isTheirs && detailsOf(registered)), published: true };
    });
  }

  /** Edits a record; `check` throws where the edit is refused. */
  async #editIf(
    sha256: Buffer,
    edit: ContentEdit,
    check: (record: ContentRecordRow) => void,
  ): Promise<ContentDetails> {
    check(this.get(sha256));
    if (edit.cover_id) await this.#checkCover(edit.cover_id);
    // Owner and free space may have changed while the cover was read.
    const isEdited = await this.#edit(
      () => [sha256],
      (record) => {
        check(record);
        if (edit.published && !record.published) this.#options.checkPublishing?.(sha256);
        return edit;
      },
    );
    if (!isEdited) throw contentNotFound();
    return this.get(sha256);
  }

  #checkMay(user: string, record: ContentRecordRow, edit: ContentEdit): void {
    const { records, checkQuota } = this.#options;
    if (!records.isOwner(record.number, user)) throw contentNotFound();
    if (record.uploadedBy !== user) throw new NodeError('not_yours', 'content.notFirstOwner');
    const { description = record.description, authors = record.authors, hashtags = record.hashtags } = edit;
    const more = textCost(textBytes({ description, authors, hashtags }) - textBytes(record));
    if (more > 0) checkQuota?.(user, more);
  }

  /** Edits the records as they are; `editOf` returns undefined where nothing is to be changed, or throws. */
  async #edit(
    hashesOf: () => readonly Buffer[],
    editOf: (record: ContentRecordRow) => ContentEdit | undefined,
  ): Promise<boolean> {
    const { contents, clock = systemClock, onEdited, onChange } = this.#options;
    const change = (record: ContentRecordRow) => {
      const edit = editOf(record);
      return edit && edited(record, edit);
    };
    const changed = await contents.editSome(hashesOf, change, clock()).catch(rejectWriteError);
    if (changed.length === 0) return false;
    for (const sha256 of changed) onEdited(sha256);
    onChange?.();
    return true;
  }

  /** Returns records with the state of their bytes. */
  detailsOf(records: readonly ContentRecordRow[]): ContentDetails[] {
    const states = this.#options.states.of(records.map(({ number }) => number));
    return records.map((record) => ({ ...record, ...(states.get(record.number) ?? unknownState) }));
  }

  async #checkCover(id: string): Promise<void> {
    const fault = await this.#options.covers.faultOf(parseContentId(id).sha256);
    if (fault === undefined) return;
    throw new NodeError('invalid_request', 'content.coverInvalid', {
      errors: [inputErrorAt('body.cover_id', fault)],
    });
  }
}

const edited = (record: ContentRecordRow, edit: ContentEdit): ContentEdits => ({
  title: edit.title ?? record.title,
  description: edit.description ?? record.description,
  authors: edit.authors ?? record.authors,
  hashtags: edit.hashtags ? [...new Set(edit.hashtags)] : record.hashtags,
  cover: edit.cover_id === undefined ? record.cover : coverIn(edit.cover_id),
  published: edit.published ?? record.published,
});

const coverIn = (id: string | null): Buffer | null => (id === null ? null : parseContentId(id).sha256);

/** Returns the texts that are not empty, as an edit. */
const detailsOf = ({ title, description, authors, hashtags, cover }: RegisteredDetails): ContentEdit => ({
  ...(title !== '' && { title }),
  ...(description !== '' && { description }),
  ...(authors.length > 0 && { authors }),
  ...(hashtags.length > 0 && { hashtags }),
  ...(cover && { cover_id: contentIdOf(cover) }),
});

/** Counts the bytes of texts in the same way as `text_usage`. */
const textBytes = ({
  description,
  authors,
  hashtags,
}: Pick<ContentRecordRow, 'description' | 'authors' | 'hashtags'>): number =>
  Buffer.byteLength(description) +
  Buffer.byteLength(JSON.stringify(authors)) +
  Buffer.byteLength(JSON.stringify(hashtags));

const unknownState: ContentState = { verifiedAt: null, damage: null, copy: null };
