/**
 * Begins every token that stands for a fact. It is a private-use character, which no word contains, so no text can
 * pretend to be a fact.
 */
const factMark = '\ue000';

/** The longest beginning of a word that is a token of its own; a longer search compares whole words. */
export const longestPrefix = 16;

const fact = (kind: string, value = ''): string => factMark + kind + Buffer.from(value).toString('hex');
const folded = (text: string): string => text.normalize('NFKC').trim().toLowerCase();

/** Who sees a content in lists: everybody, or a user. */
export const publishedFact = fact('p');
export const holderFact = (user: string): string => fact('h', user);
/** The same in the past, of what those can't see any more. */
export const formerFact = (visibility: string): string => `${factMark}g${visibility.slice(factMark.length)}`;

/** Nothing happened to the content since it was added. */
export const untouchedFact = fact('u');
/** What is said about the content is not what it was. */
export const editedFact = fact('e');

export const uploaderFact = (user: string): string => fact('o', user);
export const authorFact = (author: string): string => fact('a', folded(author));
export const hashtagFact = (hashtag: string): string => fact('t', folded(hashtag));

/** It is on the chain, on that platform. */
export const platformFact = (platform: number): string => fact('c', String(platform));

const essence = (contentType: string): string => (contentType.split(';', 1)[0] ?? '').trim().toLowerCase();
/** @param contentType a media type or its first half; parameters do not count */
export const typeFact = (contentType: string): string => fact('m', essence(contentType));

/** Words without case, accents and compatibility forms, each once. */
export function wordsOf(text: string): string[] {
  const plain = text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFKC')
    .toLowerCase()
    // Greek has another small sigma at the end of a word, which may be the beginning of a longer one.
    .replaceAll('ς', 'σ');
  return [...new Set(plain.match(/[\p{L}\p{N}\p{M}]+/gu))];
}

/** What a search can find a content by. */
export interface Findable {
  title: string;
  description: string;
  authors: readonly string[];
  hashtags: readonly string[];
  contentType: string;
  uploadedBy: string;
}

/** Everything that a content is found by: its facts, its words and their beginnings. */
export function tokensOf(content: Findable): Set<string> {
  const { title, description, authors, hashtags, contentType, uploadedBy } = content;
  const type = essence(contentType);
  const tokens = new Set([
    uploaderFact(uploadedBy),
    typeFact(type),
    typeFact(type.split('/', 1)[0] ?? ''),
    ...authors.map(authorFact),
    ...hashtags.map(hashtagFact),
  ]);
  for (const word of wordsOf([title, description, ...authors, ...hashtags].join('\n'))) {
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
