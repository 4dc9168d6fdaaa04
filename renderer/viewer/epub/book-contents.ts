import { type BookPlace, resolveReference } from './book-paths.ts';
import { childrenOf, elementsOf, textIn } from './xml.ts';

/** An entry of the table of contents. */
export interface ContentsEntry {
  title: string;
  place: BookPlace | undefined;
  entries: ContentsEntry[];
}

const maxDepth = 6;
const maxEntries = 5000;

/** Reads the table of contents from the navigation document of EPUB 3. */
export function readNavigation(document: Document, path: string): ContentsEntry[] {
  const all = elementsOf(document, 'nav');
  const isContents = (element: Element) =>
    (element.getAttribute('epub:type') ?? '').split(/\s+/).includes('toc');
  const nav = all.find(isContents) ?? all[0];
  const list = nav && elementsOf(nav, 'ol')[0];
  const count = { left: maxEntries };
  const entriesOf = (parent: Element, depth: number): ContentsEntry[] =>
    limited(childrenOf(parent, 'li'), depth, count).map((item) => {
      const link = childrenOf(item, 'a')[0];
      const inner = childrenOf(item, 'ol')[0];
      return {
        title: textIn(link ?? childrenOf(item, 'span')[0]),
        place: link && resolveReference(path, link.getAttribute('href') ?? ''),
        entries: inner ? entriesOf(inner, depth + 1) : [],
      };
    });
  return list ? entriesOf(list, 1) : [];
}

/** Reads the table of contents of EPUB 2. */
export function readNcx(document: Document, path: string): ContentsEntry[] {
  const map = elementsOf(document, 'navMap')[0];
  const count = { left: maxEntries };
  const entriesOf = (parent: Element, depth: number): ContentsEntry[] =>
    limited(childrenOf(parent, 'navPoint'), depth, count).map((point) => {
      const content = childrenOf(point, 'content')[0];
      return {
        title: textIn(childrenOf(point, 'navLabel')[0]),
        place: content && resolveReference(path, content.getAttribute('src') ?? ''),
        entries: entriesOf(point, depth + 1),
      };
    });
  return map ? entriesOf(map, 1) : [];
}

function limited(elements: Element[], depth: number, count: { left: number }): Element[] {
  if (depth > maxDepth) return [];
  const some = elements.slice(0, count.left);
  count.left -= some.length;
  return some;
}
