/** Prefix of facts: a private-use character that no word contains, so that no text can pass for a fact. */
const factMark = '\ue000';

/** Longest prefix of a word with a token of its own; a longer search compares whole words. */
export const longestPrefix = 16;

const fact = (kind: string, value = ''): string => factMark + kind + Buffer.from(value).toString('hex');
const folded = (text: string): string => text.normalize('NFKC').trim().toLowerCase();

/** Visibility of a content in lists: for everybody, or for a user. */
export const publishedFact = fact('p');
export const ownerFact = (user: string): string => fact('h', user);
/** Returns the token by which users who lost access find a content's change. */
export const formerFact = (visibility: string): string => `${factMark}g${visibility.slice(factMark.length)}`;

/** The content is unchanged since it was added. */
export const untouchedFact = fact('u');
/** The record of the content was edited. */
export const editedFact = fact('e');

export const uploaderFact = (user: string): string => fact('o', user);
export const authorFact = (author: string): string => fact('a', folded(author));
export const hashtagFact = (hashtag: string): string => fact('t', folded(hashtag));

/** Returns the fact of a content on the chain, by its platform. */
export const platformFact = (platform: number): string => fact('c', String(platform));

const essence = (contentType: string): string => (contentType.split(';', 1)[0] ?? '').trim().toLowerCase();
/** @param contentType a media type or its first half; parameters are ignored */
export const typeFact = (contentType: string): string => fact('m', essence(contentType));

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
export interface Findable {
  title: string;
  description: string;
  authors: readonly string[];
  hashtags: readonly string[];
  /** Texts of the file itself, such as its artist. */
  tags?: readonly string[];
  contentType: string;
  uploadedBy: string;
}

/** Returns all tokens of a content: its facts, its words and their prefixes. */
export function tokensOf(content: Findable): Set<string> {
  const { title, description, authors, hashtags, tags = [], contentType, uploadedBy } = content;
  const type = essence(contentType);
  const tokens = new Set([
    uploaderFact(uploadedBy),
    typeFact(type),
    typeFact(type.split('/', 1)[0] ?? ''),
    ...authors.map(authorFact),
    ...hashtags.map(hashtagFact),
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
