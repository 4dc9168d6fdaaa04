import { resolveReference } from './book-paths.ts';
import { BookProblem } from './book-problem.ts';
import { elementsOf, textIn } from './xml.ts';

/** The description of a book in its package document (OPF). */
export interface BookPackage {
  title: string;
  /** Names, separated by commas. */
  authors: string;
  /** A BCP 47 tag; empty if the book states none. */
  language: string;
  /** Paths of the chapters in reading order. */
  chapters: string[];
  cover: { path: string; mediaType: string } | undefined;
  /** Path of the navigation document of EPUB 3. */
  navigation: string | undefined;
  /** Path of the table of contents of EPUB 2. */
  ncx: string | undefined;
}

interface Item {
  id: string;
  path: string;
  mediaType: string;
  properties: string[];
}

const maxChapters = 5000;
const chapterTypes = new Set(['application/xhtml+xml', 'text/html']);

/** Reads a package document. @param path its own path, to which its references are relative. @throws BookProblem */
export function readPackage(document: Document, path: string): BookPackage {
  const items = itemsOf(document, path);
  const spine = elementsOf(document, 'itemref').filter((each) => each.getAttribute('linear') !== 'no');
  const byId = new Map(items.map((item) => [item.id, item]));
  const chapters = spine
    .map((each) => byId.get(each.getAttribute('idref') ?? ''))
    .filter((item) => item !== undefined && chapterTypes.has(item.mediaType))
    .map((item) => item?.path ?? '')
    .slice(0, maxChapters);
  if (chapters.length === 0) throw new BookProblem('unreadable');
  return {
    title: textIn(elementsOf(document, 'title')[0]),
    authors: elementsOf(document, 'creator').map(textIn).filter(Boolean).join(', '),
    language: textIn(elementsOf(document, 'language')[0]),
    chapters,
    cover: coverOf(document, items),
    navigation: items.find(({ properties }) => properties.includes('nav'))?.path,
    ncx: items.find(({ mediaType }) => mediaType === 'application/x-dtbncx+xml')?.path,
  };
}

function itemsOf(document: Document, path: string): Item[] {
  return elementsOf(document, 'item').flatMap((each) => {
    const place = resolveReference(path, each.getAttribute('href') ?? '');
    if (!place) return [];
    return {
      id: each.getAttribute('id') ?? '',
      path: place.path,
      mediaType: (each.getAttribute('media-type') ?? '').toLowerCase(),
      properties: (each.getAttribute('properties') ?? '').split(/\s+/),
    };
  });
}

function coverOf(document: Document, items: readonly Item[]): BookPackage['cover'] {
  const stated = elementsOf(document, 'meta').find((meta) => meta.getAttribute('name') === 'cover');
  const cover =
    items.find(({ properties }) => properties.includes('cover-image')) ??
    items.find(({ id }) => id === stated?.getAttribute('content'));
  return cover?.mediaType.startsWith('image/') ? cover : undefined;
}
