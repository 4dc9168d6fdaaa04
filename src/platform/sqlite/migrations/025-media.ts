import type { Migration } from '../database.ts';

/**
 * Facts about the media of contents, which the dashboard reads from their bytes. They can be made again at any time.
 * - `content_media` is small, because lists are sorted by it; pictures and waveforms are in `media_previews`.
 * - `media_names` indexes title, artist and album by the number of the content.
 */
export const media: Migration = {
  version: 25,
  sql: `
    CREATE TABLE content_media (
      sha256 BLOB PRIMARY KEY REFERENCES contents (sha256) ON DELETE CASCADE,
      state TEXT NOT NULL,
      failure TEXT,
      maker INTEGER NOT NULL,
      made_at INTEGER NOT NULL,
      duration_ms INTEGER,
      width INTEGER,
      height INTEGER,
      pages INTEGER,
      title TEXT,
      artist TEXT,
      album TEXT,
      album_artist TEXT,
      track INTEGER,
      disc INTEGER,
      year INTEGER,
      thumbnail_type TEXT,
      has_waveform INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE media_previews (
      sha256 BLOB PRIMARY KEY REFERENCES content_media (sha256) ON DELETE CASCADE,
      thumbnail BLOB,
      waveform BLOB
    ) STRICT;
    CREATE VIRTUAL TABLE media_names USING fts5 (
      name, content = '', contentless_delete = 1, tokenize = 'trigram'
    );
    CREATE TRIGGER media_names_removed AFTER DELETE ON contents BEGIN
      DELETE FROM media_names WHERE rowid = old.number;
    END;
  `,
};
