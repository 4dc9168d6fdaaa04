import { bookTypes } from '../../../contract/dashboard-api/library/content-kind.ts';
import type { ContentKind } from '../../../contract/dashboard-api/library/content-lists.ts';
import {
  authorTerm,
  editedTerm,
  formerTerm,
  hashtagTerm,
  longestPrefix,
  ownerTerm,
  platformTerm,
  publishedTerm,
  typeTerm,
  untouchedTerm,
  uploaderTerm,
  wordsOf,
} from '../../../core/lists/search-tokens.ts';

/** Selects the contents of a list and its viewer. */
export interface ContentFilter {
  /** The user who reads the list; undefined: only published contents. */
  viewer: string | undefined;
  /** Words, or the first letters of words. */
  q?: string | undefined;
  /** Only contents of these users, as far as the viewer may know the owners. */
  owners?: readonly string[] | undefined;
  author?: string | undefined;
  hashtag?: string | undefined;
  /** A media type or its part before the slash. */
  contentType?: string | undefined;
}

/** An FTS5 expression that matches nothing. */
const nothing = '"\ue000"';

/** Limit of words in a search: each makes a search without matches slower, and FTS5 reads only about 50 terms. */
const maxTerms = 16;

const quoted = (token: string): string => `"${token}"`;
const anyOf = (terms: readonly string[]): string =>
  terms.length === 0 ? nothing : `(${terms.join(' OR ')})`;
/**
 * Joins terms, rarest first, by AND. FTS5 would advance every term of a chain of ANDs in turn, common ones included;
 * with the OR in between it tests common terms only on matches of the rare ones, in a third of the time.
 */
const allOf = (terms: readonly string[]): string =>
  terms.reduce((rarer, term, index) =>
    index === 1 ? `(${rarer} AND ${term})` : `((${rarer} OR ${nothing}) AND ${term})`,
  );

/** Words are quoted letters and digits, so they cannot contain query syntax. */
const beginning = (word: string): string =>
  [...word].length <= longestPrefix ? quoted(word) : `${quoted(word)} *`;

const seenBy = (viewer: string | undefined): string[] => [
  publishedTerm,
  ...(viewer === undefined ? [] : [ownerTerm(viewer)]),
];

/** Returns the expression for contents of some owners; unlisted contents match only for a viewer who owns them. */
function ownedBy(owners: readonly string[], viewer: string | undefined): string {
  const published = allOf([anyOf(owners.map((user) => quoted(uploaderTerm(user)))), quoted(publishedTerm)]);
  if (viewer === undefined || !owners.includes(viewer)) return published;
  return anyOf([published, `(${quoted(ownerTerm(viewer))} NOT ${quoted(publishedTerm)})`]);
}

/** Returns the terms of a filter, rarest first, because FTS5 starts with the first. */
function conditions({ q, author, hashtag, contentType }: ContentFilter): string[] {
  const words = q ? wordsOf(q).slice(0, maxTerms).map(beginning) : [];
  return [
    ...(author === undefined ? [] : [quoted(authorTerm(author))]),
    ...(hashtag === undefined ? [] : [quoted(hashtagTerm(hashtag))]),
    ...(q && words.length === 0 ? [nothing] : words),
    ...(contentType === undefined ? [] : [quoted(typeTerm(contentType))]),
  ];
}

/** Returns whether a filter restricts the list beyond what the viewer may see. */
export const isNarrowed = (filter: ContentFilter): boolean =>
  filter.owners !== undefined || conditions(filter).length > 0;

/** Returns the `MATCH` expression of a list, for either index. */
export function listed(filter: ContentFilter): string {
  const { owners, viewer } = filter;
  const visible = owners ? ownedBy(owners, viewer) : anyOf(seenBy(viewer).map(quoted));
  return allOf([...conditions(filter), visible]);
}

/** Returns the `MATCH` expression for contents of a list that were not changed since they were added. */
export const listedUntouched = (filter: ContentFilter): string =>
  allOf([listed(filter), quoted(untouchedTerm)]);

/**
 * Returns the `MATCH` expression for changes that may have removed a content from the list because the content was
 * edited or hidden from the viewer.
 */
export function delisted(filter: ContentFilter): string {
  const visibility = seenBy(filter.viewer);
  const hidden = anyOf(visibility.map((seen) => quoted(formerTerm(seen))));
  if (!isNarrowed(filter)) return hidden;
  const edited = allOf([quoted(editedTerm), anyOf(visibility.map(quoted))]);
  return anyOf([hidden, `(${edited} NOT ${listed(filter)})`]);
}

/** Returns the `MATCH` expression for filtered contents of a platform; undefined: the filter is empty. */
export function onPlatform(
  platform: number,
  { q, kind }: { q?: string | undefined; kind?: ContentKind | undefined },
): string | undefined {
  const all = quoted(platformTerm(platform));
  const wanted = [...conditions({ viewer: undefined, q }), ...(kind ? [ofKind(kind, all)] : [])];
  return wanted.length === 0 ? undefined : allOf([...wanted, all]);
}

/** Returns the `MATCH` expression for contents of a platform by some authors. */
export const byAuthors = (platform: number, authors: readonly string[]): string =>
  allOf([anyOf(authors.map((author) => quoted(authorTerm(author)))), quoted(platformTerm(platform))]);

const ofType = (contentType: string): string => quoted(typeTerm(contentType));

/** The media types of the kind `books`, as in the migration of the library. */
const books = anyOf(bookTypes.map(ofType));

/** @param all matches every content of the list */
function ofKind(kind: ContentKind, all: string): string {
  if (kind === 'music') return ofType('audio');
  if (kind === 'video') return ofType('video');
  if (kind === 'books') return books;
  if (kind === 'photos') return `(${ofType('image')} NOT ${books})`;
  return `(${all} NOT ${anyOf([...['audio', 'video', 'image'].map(ofType), books])})`;
}
