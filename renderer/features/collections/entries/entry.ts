import type {
  CollectionEntry,
  EntryRef,
} from '../../../../src/contract/dashboard-api/library/collections.ts';
import { canView, shownTitle } from '../../stored-file/index.ts';

/** Returns the reference by which requests name an entry. */
export const refOf = (entry: CollectionEntry): EntryRef =>
  entry.type === 'content' ? { content_id: entry.content_id } : { collection_id: entry.collection.id };

export const keyOf = (entry: CollectionEntry): string =>
  entry.type === 'content' ? entry.content_id : entry.collection.id;

/** Returns the title of an entry. */
export function nameOf(entry: CollectionEntry): string {
  if (entry.type === 'collection') return entry.collection.title;
  return entry.content ? shownTitle(entry.content) : entry.name;
}

/** Returns a list with one entry moved from one index to another. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const others = list.filter((_, index) => index !== from);
  return [...others.slice(0, to), ...list.slice(from, from + 1), ...others.slice(to)];
}

/** Returns the id of the item page of an entry; none for a collection, or a content that the app cannot show. */
export const itemIdOf = (entry: CollectionEntry): string[] =>
  entry.type === 'content' && entry.content && canView(entry.content) ? [entry.content_id] : [];
