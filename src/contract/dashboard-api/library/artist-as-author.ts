import { authorLength } from '../../node-api/content.ts';

/** Returns the artist in the tags of a file as a list of authors that the node accepts; empty if there is none. */
export function artistAsAuthor(artist: string | null | undefined): string[] {
  // The cut may leave half of a surrogate pair at the end.
  const author = (artist ?? '')
    .trim()
    .slice(0, authorLength)
    .replace(/\p{Surrogate}$/u, '')
    .trimEnd();
  return author === '' ? [] : [author];
}
