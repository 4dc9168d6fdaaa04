/** Prefix of filter terms: a private-use character that no word contains, so that no text can imitate a filter term. */
const termMark = '\ue000';

/** Longest prefix of a word with a token of its own; a longer search compares whole words. */
export const longestPrefix = 16;

const filterTerm = (kind: string, value = ''): string => termMark + kind + Buffer.from(value).toString('hex');
const folded = (text: string): string => text.normalize('NFKC').trim().toLowerCase();

/** Visibility of a content in lists: for everybody, or for a user. */
export const publishedTerm = filterTerm('p');
export const ownerTerm = (user: string): string => filterTerm('h', user);
/** Returns the token by which users who lost access find a content's change. */
export const formerTerm = (visibility: string): string => `${termMark}g${visibility.slice(termMark.length)}`;

/** The content is unchanged since it was added. */
export const untouchedTerm = filterTerm('u');
/** The record of the content was edited. */
export const editedTerm = filterTerm('e');

export const uploaderTerm = (user: string): string => filterTerm('o', user);
export const authorTerm = (author: string): string => filterTerm('a', folded(author));
export const hashtagTerm = (hashtag: string): string => filterTerm('t', folded(hashtag));

/** Another node lists the content as registered on the chain and encrypted; free works there are not. */
export const forSaleTerm = filterTerm('s');

/** Returns the filter term of a content on the chain, by its platform. */
export const platformTerm = (platform: number): string => filterTerm('c', String(platform));

const essence = (contentType: string): string => (contentType.split(';', 1)[0] ?? '').trim().toLowerCase();
/** @param contentType a media type or its first half; parameters are ignored */
export const typeTerm = (contentType: string): string => filterTerm('m', essence(contentType));

/** Returns the distinct words without case, accents and compatibility forms. */
export function wordsOf(text: string): string[] {
  const plain = text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFKC')
    .toLowerCase()
    // Greek has a final form of sigma, but a search term may be the prefix of a longer word.
    .replaceAll('ς', 'σ');
  return [...new Set(plain.match(/[\p{L}\p{N}\p{M}]+/gu))];
}

/** The searchable properties of a content. */
export interface SearchableContent {
  title: string;
  description: string;
  authors: readonly string[];
  hashtags: readonly string[];
  /** Texts of the file itself, such as its artist. */
  tags?: readonly string[];
  contentType: string;
  uploadedBy: string;
}

/** Returns all tokens of a content: its filter terms, its words and their prefixes. */
export function tokensOf(content: SearchableContent): Set<string> {
  const { title, description, authors, hashtags, tags = [], contentType, uploadedBy } = content;
  const type = essence(contentType);
  const tokens = new Set([
    uploaderTerm(uploadedBy),
    typeTerm(type),
    typeTerm(type.split('/', 1)[0] ?? ''),
    ...authors.map(authorTerm),
    ...hashtags.map(hashtagTerm),
  ]);
  for (const word of wordsOf([title, description, ...authors, ...hashtags, ...tags].join('\n'))) {
    let prefix = '';
    let length = 0;
    for (const character of word) {
      if (length === longestPrefix) break;
      prefix += character;
      length += 1;
      tokens.add(prefix);
    }
    tokens.add(word);
  }
  return tokens;
}
