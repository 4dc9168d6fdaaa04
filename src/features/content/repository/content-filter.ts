import {
  authorFact,
  editedFact,
  formerFact,
  hashtagFact,
  holderFact,
  longestPrefix,
  platformFact,
  publishedFact,
  typeFact,
  untouchedFact,
  uploaderFact,
  wordsOf,
} from '../../../core/lists/search-tokens.ts';

/** Which contents a list shows, and to whom. */
export interface ContentFilter {
  /** The user who looks; undefined sees what is published. */
  viewer: string | undefined;
  /** Words, or their beginnings. */
  q?: string | undefined;
  /** Stored by one of these users, as far as the viewer may know. */
  owners?: readonly string[] | undefined;
  author?: string | undefined;
  hashtag?: string | undefined;
  /** A media type, or its first half. */
  contentType?: string | undefined;
}

/** An expression of FTS5's query language that nothing matches. */
const nothing = '"\ue000"';

const quoted = (token: string): string => `"${token}"`;
const anyOf = (terms: readonly string[]): string =>
  terms.length === 0 ? nothing : `(${terms.join(' OR ')})`;
/**
 * All of some terms, the rarest first. FTS5 would bring a chain of ANDs into step term by term, the common ones at each
 * step too; an OR in between makes it ask those only about what the rare ones have in common, in a third of the time.
 */
const allOf = (terms: readonly string[]): string =>
  terms.reduce((rarer, term, index) =>
    index === 1 ? `(${rarer} AND ${term})` : `((${rarer} OR ${nothing}) AND ${term})`,
  );

/** A word is letters and digits only, and quoted: it can be no syntax of the query language. */
const beginning = (word: string): string =>
  [...word].length <= longestPrefix ? quoted(word) : `${quoted(word)} *`;

const seenBy = (viewer: string | undefined): string[] => [
  publishedFact,
  ...(viewer === undefined ? [] : [holderFact(viewer)]),
];

/** What of somebody's the viewer sees. Of unlisted contents the viewer knows only that they are the viewer's own. */
function ownedBy(owners: readonly string[], viewer: string | undefined): string {
  const published = allOf([anyOf(owners.map((user) => quoted(uploaderFact(user)))), quoted(publishedFact)]);
  if (viewer === undefined || !owners.includes(viewer)) return published;
  return anyOf([published, `(${quoted(holderFact(viewer))} NOT ${quoted(publishedFact)})`]);
}

/** What a filter asks for, the rarest first: FTS5 begins with that. */
function conditions({ q, author, hashtag, contentType }: ContentFilter): string[] {
  const words = q ? wordsOf(q).map(beginning) : [];
  return [
    ...(author === undefined ? [] : [quoted(authorFact(author))]),
    ...(hashtag === undefined ? [] : [quoted(hashtagFact(hashtag))]),
    ...(q && words.length === 0 ? [nothing] : words),
    ...(contentType === undefined ? [] : [quoted(typeFact(contentType))]),
  ];
}

/** Whether a filter asks for more than what the viewer may see. */
export const isNarrowed = (filter: ContentFilter): boolean =>
  filter.owners !== undefined || conditions(filter).length > 0;

/** What a list shows, for `MATCH` on either index. */
export function listed(filter: ContentFilter): string {
  const { owners, viewer } = filter;
  const visible = owners ? ownedBy(owners, viewer) : anyOf(seenBy(viewer).map(quoted));
  return allOf([...conditions(filter), visible]);
}

/** What a list shows of contents that were not touched since they were added. */
export const listedUntouched = (filter: ContentFilter): string =>
  allOf([listed(filter), quoted(untouchedFact)]);

/** Which changes took a content from the list: the viewer can't see it any more, or an edit may have done it. */
export function departed(filter: ContentFilter): string {
  const visibility = seenBy(filter.viewer);
  const gone = anyOf(visibility.map((seen) => quoted(formerFact(seen))));
  if (!isNarrowed(filter)) return gone;
  const edited = allOf([quoted(editedFact), anyOf(visibility.map(quoted))]);
  return anyOf([gone, `(${edited} NOT ${listed(filter)})`]);
}

/** What a platform on the chain has of it; undefined: everything. */
export function onPlatform(
  platform: number,
  filter: Pick<ContentFilter, 'q' | 'contentType'>,
): string | undefined {
  const wanted = conditions({ ...filter, viewer: undefined });
  return wanted.length === 0 ? undefined : allOf([...wanted, quoted(platformFact(platform))]);
}
