/** A position in a book. */
export interface BookPlace {
  path: string;
  /** The id of an element; empty for the beginning. */
  fragment: string;
}

/** The base of references; no network has this host. */
const root = 'book://book/';

/**
 * Resolves a reference in a file of the book.
 * @returns undefined for everything outside the book, such as addresses on the web
 */
export function resolveReference(base: string, reference: string): BookPlace | undefined {
  try {
    const url = new URL(reference.trim(), new URL(encodePath(base), root));
    // A reference can have an authority of its own, with the scheme but not the host of the book.
    if (url.protocol !== 'book:' || url.host !== 'book' || url.username !== '' || url.password !== '') return;
    return {
      path: decodeURIComponent(url.pathname).replace(/^\/+/, ''),
      fragment: decodeURIComponent(url.hash.slice(1)),
    };
  } catch {
    return undefined;
  }
}

const encodePath = (path: string): string => path.split('/').map(encodeURIComponent).join('/');
