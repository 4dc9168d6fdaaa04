import type * as z from 'zod';
import {
  type Collection,
  type CollectionDetails,
  type CollectionEdit,
  type CollectionEntry,
  collectionLimits,
  type EntryRef,
  type newCollection,
} from '../../contract/dashboard-api/library/collections.ts';
import type { ConstantMessageId, Message } from '../../contract/messages/message.ts';
import type { ProblemCode } from '../../contract/problems.ts';
import type { Clock } from '../../core/clock.ts';
import { contentNotFound } from '../../core/content-errors.ts';
import { contentIdOf, parseContentId } from '../../core/content-id.ts';
import { requestId } from '../../core/ids.ts';
import { inputErrorAt } from '../../core/messages/input-error.ts';
import { message } from '../../core/messages/message.ts';
import { NodeError } from '../../core/node-error.ts';
import { rejectWriteError } from '../../platform/blobs/store/disk-errors.ts';
import type { Commands } from '../../platform/sqlite/commands.ts';
import { commitAtOnce } from '../../platform/sqlite/job-commands.ts';
import type { ContentRecordRepository, Covers } from '../content/index.ts';
import type { EntryKey, InsertResult, NewEntry, Refusal } from './collection.ts';
import type { CollectionResponses } from './collection-responses.ts';
import type { CollectionListRepository } from './repository/collection-list-repository.ts';
import type { CollectionRepository } from './repository/collection-repository.ts';
import type { CollectionTrashRepository } from './repository/collection-trash-repository.ts';
import type { ManifestRepository } from './repository/manifest-repository.ts';

export interface CollectionServiceOptions {
  commands: Commands;
  rows: CollectionRepository;
  trashRows: Pick<CollectionTrashRepository, 'add'>;
  lists: CollectionListRepository;
  records: Pick<ContentRecordRepository, 'get'>;
  covers: Pick<Covers, 'faultOf'>;
  manifests: Pick<ManifestRepository, 'of'>;
  /** Returns the encrypted file of a manifest that is sold. */
  soldAs: (manifest: Buffer) => { encrypted: Buffer } | undefined;
  responses: CollectionResponses;
  clock: Clock;
  onChange: () => void;
}

interface Place {
  skip: number;
  limit: number;
}

const refusals: Record<Refusal, [ProblemCode, ConstantMessageId | Message]> = {
  not_found: ['collection_not_found', 'collections.notFound'],
  in_itself: ['collection_in_itself', 'collections.inItself'],
  too_deep: ['collection_too_deep', message('collections.tooDeep', { most: collectionLimits.depth })],
  full: ['limit_reached', message('collections.full', { most: collectionLimits.entries })],
  all_full: ['limit_reached', message('collections.allFull', { most: collectionLimits.allEntries })],
  too_many: ['limit_reached', message('collections.tooMany', { most: collectionLimits.collections })],
};

/** Creates the 403 error for a collection that a followed person published. */
export const notYours = (): NodeError => new NodeError('not_yours', 'collections.followed');

/** Creates the 404 error for a collection that does not exist. */
export const collectionNotFound = (): NodeError => refused('not_found');

const refused = (refusal: Refusal): NodeError => new NodeError(...refusals[refusal]);

/** Reads and changes collections of the owner. Every method throws a NodeError where it refuses. */
export class CollectionService {
  readonly #options: CollectionServiceOptions;

  constructor(options: CollectionServiceOptions) {
    this.#options = options;
  }

  /** Lists collections, newest first: those that match `q`; without `q`, the nested or the top-level ones. */
  page({ own, nested, ...query }: Place & { q: string; own: 'true' | 'false'; nested: 'true' | 'false' }): {
    items: Collection[];
    total: number;
  } {
    const { lists, responses } = this.#options;
    const { items, total } = lists.page({ ...query, own: own === 'true', nested: nested === 'true' });
    return { items: items.map((summary) => responses.collection(summary)), total };
  }

  /** @throws NodeError `collection_not_found` */
  get(id: string): CollectionDetails {
    const { lists, responses } = this.#options;
    const summary = lists.get(id);
    if (!summary) throw refused('not_found');
    const { manifests, soldAs } = this.#options;
    const sold = manifests.of(summary.number).map(soldAs).find(Boolean);
    return {
      ...responses.collection(summary),
      path: lists.pathOf(summary),
      sold_as: sold ? contentIdOf(sold.encrypted) : null,
    };
  }

  /** Returns the collections that contain a content, newest first. */
  containing(sha256: Buffer): { collection_id: string; title: string }[] {
    return this.#options.lists.containing(sha256).map(({ id, title }) => ({ collection_id: id, title }));
  }

  /** Lists entries in their order. @throws NodeError `collection_not_found` */
  entries(id: string, place: Place): { items: CollectionEntry[]; total: number } {
    const { lists, responses } = this.#options;
    const summary = lists.get(id);
    if (!summary) throw refused('not_found');
    return { items: responses.entries(lists.entries(summary.number, place)), total: summary.items };
  }

  /** Creates an empty collection. */
  async create({
    parent_id: parentId,
    ...details
  }: z.output<typeof newCollection>): Promise<CollectionDetails> {
    const { rows, clock } = this.#options;
    const id = requestId();
    if (parentId !== null) this.#requireOwn(parentId);
    const result = await this.#write(() => rows.add({ ...details, id, parentId }, clock()));
    if (result !== 'added') throw refused(result);
    this.#options.onChange();
    return this.get(id);
  }

  /** Changes the given details. @throws NodeError `invalid_request` for a cover that may not be shown */
  async edit(id: string, { cover_id: coverId, ...edit }: CollectionEdit): Promise<CollectionDetails> {
    const { rows, covers, clock } = this.#options;
    this.#requireOwn(id);
    const cover = typeof coverId === 'string' ? parseContentId(coverId).sha256 : coverId;
    const fault = cover ? await covers.faultOf(cover) : undefined;
    if (fault !== undefined) {
      throw new NodeError('invalid_request', 'content.coverInvalid', {
        errors: [inputErrorAt('body.cover_id', fault)],
      });
    }
    const changed = { ...edit, ...(cover !== undefined && { cover }) };
    if (!(await this.#write(() => rows.edit(id, changed, clock())))) throw refused('not_found');
    this.#options.onChange();
    return this.get(id);
  }

  /** Moves a collection and those in it to the trash; contents stay. */
  async delete(id: string): Promise<void> {
    const { trashRows, clock } = this.#options;
    this.#requireOwn(id);
    if (!(await this.#write(() => trashRows.add(id, clock())))) throw refused('not_found');
    this.#options.onChange();
  }

  /** Adds stored contents, and collections. */
  async add(id: string, entries: readonly EntryRef[], before: EntryRef | null): Promise<InsertResult> {
    return this.insert(
      id,
      entries.map((entry) => this.#newEntry(entry)),
      before,
    );
  }

  /** Adds entries, which may name contents that are not stored here. */
  async insert(id: string, entries: readonly NewEntry[], before: EntryRef | null): Promise<InsertResult> {
    const { rows, clock } = this.#options;
    this.#requireOwn(id);
    for (const entry of entries) if ('id' in entry) this.#requireOwn(entry.id);
    const place = before && keyOf(before);
    const result = await this.#write(() => rows.insert(id, entries, place, clock()));
    if (typeof result === 'string') throw refused(result);
    this.#options.onChange();
    return result;
  }

  async move(id: string, entries: readonly EntryRef[], before: EntryRef | null): Promise<void> {
    const { rows, clock } = this.#options;
    this.#requireOwn(id);
    const [keys, place] = [entries.map(keyOf), before && keyOf(before)];
    const isThere = await this.#write(() => rows.move(id, keys, place, clock()));
    if (!isThere) throw refused('not_found');
    this.#options.onChange();
  }

  /** Removes entries; returns their number. */
  async remove(id: string, entries: readonly EntryRef[]): Promise<number> {
    const { rows, clock } = this.#options;
    this.#requireOwn(id);
    const keys = entries.map(keyOf);
    const removed = await this.#write(() => rows.take(id, keys, clock()));
    if (removed === undefined) throw refused('not_found');
    this.#options.onChange();
    return removed;
  }

  #write<T>(write: () => T): Promise<T> {
    return commitAtOnce(this.#options.commands, write).catch(rejectWriteError);
  }

  /** @throws NodeError `not_yours` for a collection of a followed person */
  #requireOwn(id: string): void {
    if (this.#options.lists.ownerOf(id)) throw notYours();
  }

  #newEntry(ref: EntryRef): NewEntry {
    const key = keyOf(ref);
    if ('id' in key) return key;
    const record = this.#options.records.get(key.sha256);
    if (!record) throw contentNotFound();
    const { sha256, name, title, size, contentType } = record;
    return { sha256, name: name || title, size, contentType };
  }
}

/** @throws NodeError `invalid_content_id`, `unsupported_content_id` */
const keyOf = (ref: EntryRef): EntryKey =>
  'content_id' in ref ? { sha256: parseContentId(ref.content_id).sha256 } : { id: ref.collection_id };
