/** FTS5 trigrams need three characters; shorter searches scan the names. */
const isIndexed = (q: string): boolean => [...q].length >= 3;

/** The columns that a search reads. */
const texts = ['name', 'contents.title', 'content_media.title', 'artist', 'album'];

/** The numbers of contents, as the text after SELECT with its parameters. */
export interface NameSearch {
  from: string;
  parameters: string[];
}

/**
 * Finds contents with `q` in their name, title, artist or album.
 * @param among condition on `contents` that makes a scan of the names shorter
 */
export function nameSearch(q: string, among = 'true'): NameSearch {
  if (isIndexed(q)) {
    const phrase = `"${q.replaceAll('"', '""')}"`;
    return {
      from: `rowid FROM content_names WHERE content_names MATCH ?
        UNION SELECT rowid FROM media_names WHERE media_names MATCH ?`,
      parameters: [phrase, phrase],
    };
  }
  const pattern = `%${q.replace(/[\\%_]/g, '\\$&')}%`;
  return {
    from: `number FROM contents LEFT JOIN content_media USING (sha256)
      WHERE ${among} AND (${texts.map((text) => `${text} LIKE ? ESCAPE '\\'`).join(' OR ')})`,
    parameters: texts.map(() => pattern),
  };
}
