import type { ContentMedia, MediaFacts } from '../../contract/dashboard-api/library/media.ts';
import type { Db, Statement } from '../../platform/sqlite/database.ts';
import { type InTransaction, transactionsOf } from '../../platform/sqlite/transaction.ts';
import type { ContentIndex } from '../content/index.ts';

/** The media facts of a content; `madeAt` in milliseconds. */
export interface MediaRow extends ContentMedia {
  madeAt: number;
  /** null: without a thumbnail. */
  thumbnailType: string | null;
}

/** A content without facts. */
export interface WaitingRow {
  number: number;
  sha256: Buffer;
  contentType: string;
  size: number;
}

/** Limit of the contents that one call reads, of which only few may be waiting. */
const rowsPerCall = 2000;
const maxWaiting = 50;

export interface Thumbnail {
  type: string;
  bytes: Buffer;
}

export interface NewMedia {
  sha256: Buffer;
  number: number;
  facts: Omit<ContentMedia, 'has_waveform'>;
  thumbnail: Thumbnail | null;
  waveform: Buffer | null;
  madeAt: number;
}

type StoredMedia = Omit<MediaRow, 'has_waveform'> & { has_waveform: number };

const facts = [
  ...['state', 'failure', 'maker', 'duration_ms', 'width', 'height', 'pages', 'title', 'artist', 'album'],
  ...['album_artist', 'track', 'disc', 'year', 'taken_at'],
];
const columns = `${facts.map((name) => `content_media.${name}`).join(', ')}, made_at AS madeAt,
  thumbnail_type AS thumbnailType, has_waveform`;

const toMedia = (row: StoredMedia): MediaRow => ({ ...row, has_waveform: row.has_waveform === 1 });

/** Stores media facts with their thumbnails and waveforms; they disappear with their content. */
export class MediaRepository {
  readonly #inTransaction: InTransaction;
  readonly #index: Pick<ContentIndex, 'retagged'>;
  readonly #one: Statement<[Buffer], StoredMedia>;
  readonly #some: Statement<[string], StoredMedia & { number: number }>;
  readonly #waiting: Statement<[number, number], WaitingRow>;
  readonly #lastScanned: Statement<[number], { number: number; scanned: number }>;
  readonly #thumbnail: Statement<[Buffer], Thumbnail>;
  readonly #waveform: Statement<[Buffer], { waveform: Buffer | null }>;
  readonly #put: Statement<[object]>;
  readonly #removePreview: Statement<[Buffer]>;
  readonly #addPreview: Statement<[Buffer, Buffer | null, Buffer | null]>;
  readonly #removeName: Statement<[number]>;
  readonly #addName: Statement<[number, string]>;
  readonly #copy: Statement<[Buffer, Buffer]>;
  readonly #copyWaveform: Statement<[Buffer, Buffer]>;
  readonly #number: Statement<[Buffer], { number: number }>;

  constructor(db: Db, index: Pick<ContentIndex, 'retagged'>) {
    this.#inTransaction = transactionsOf(db);
    this.#index = index;
    this.#one = db.prepare(`SELECT ${columns} FROM content_media WHERE sha256 = ?`);
    this.#some = db.prepare(
      `SELECT contents.number, ${columns} FROM json_each(?) JOIN contents ON contents.number = json_each.value
       JOIN content_media USING (sha256)`,
    );
    const newest = `(SELECT number, sha256, content_type, size FROM contents
      WHERE number < ? ORDER BY number DESC LIMIT ${rowsPerCall})`;
    this.#waiting = db.prepare(
      `SELECT number, sha256, content_type AS contentType, size FROM ${newest} LEFT JOIN content_media USING (sha256)
       WHERE (maker IS NULL OR maker < ?) AND (content_type GLOB 'image/*' OR content_type GLOB 'audio/*'
         OR content_type GLOB 'video/*' OR content_type GLOB 'application/pdf*'
         OR content_type GLOB 'application/epub+zip*')
       ORDER BY number DESC LIMIT ${maxWaiting}`,
    );
    this.#lastScanned = db.prepare(
      `SELECT coalesce(min(number), 0) AS number, count(*) AS scanned FROM ${newest}`,
    );
    this.#thumbnail = db.prepare(
      `SELECT thumbnail_type AS type, thumbnail AS bytes FROM content_media JOIN media_previews USING (sha256)
       WHERE sha256 = ? AND thumbnail IS NOT NULL`,
    );
    this.#waveform = db.prepare('SELECT waveform FROM media_previews WHERE sha256 = ?');
    this.#put = db.prepare(
      `INSERT INTO content_media (sha256, ${facts.join(', ')}, made_at, thumbnail_type, has_waveform)
       VALUES (@sha256, ${facts.map((name) => `@${name}`).join(', ')}, @madeAt, @thumbnailType, @hasWaveform)
       ON CONFLICT (sha256) DO UPDATE SET ${facts.map((name) => `${name} = excluded.${name}`).join(', ')},
         made_at = excluded.made_at, thumbnail_type = excluded.thumbnail_type, has_waveform = excluded.has_waveform`,
    );
    this.#removePreview = db.prepare('DELETE FROM media_previews WHERE sha256 = ?');
    this.#addPreview = db.prepare(
      'INSERT INTO media_previews (sha256, thumbnail, waveform) VALUES (?, ?, ?)',
    );
    this.#removeName = db.prepare('DELETE FROM media_names WHERE rowid = ?');
    this.#addName = db.prepare('INSERT INTO media_names (rowid, name) VALUES (CAST(? AS INTEGER), ?)');
    this.#number = db.prepare('SELECT number FROM contents WHERE sha256 = ?');
    const all = [...facts, 'made_at', 'has_waveform'].join(', ');
    this.#copy = db.prepare(
      `INSERT OR IGNORE INTO content_media (sha256, ${all}) SELECT ?, ${all} FROM content_media WHERE sha256 = ?`,
    );
    this.#copyWaveform = db.prepare(
      `INSERT INTO media_previews (sha256, waveform) SELECT ?, waveform FROM media_previews
       WHERE sha256 = ? AND waveform IS NOT NULL`,
    );
  }

  /** Replaces the facts of a stored content, and the words by which searches find it. */
  put({ sha256, number, facts: found, thumbnail, waveform, madeAt }: NewMedia): void {
    this.#inTransaction(() => {
      const before = this.#one.get(sha256);
      this.#put.run({
        ...found,
        sha256,
        madeAt,
        thumbnailType: thumbnail?.type ?? null,
        hasWaveform: waveform ? 1 : 0,
      });
      this.#removePreview.run(sha256);
      if (thumbnail || waveform) this.#addPreview.run(sha256, thumbnail?.bytes ?? null, waveform);
      if (nameOf(before) === nameOf(found)) return;
      this.#removeName.run(number);
      this.#addName.run(number, nameOf(found));
      this.#index.retagged(number);
    });
  }

  /**
   * Copies the facts of a plain content to its encrypted file, unless that has some. The thumbnail is not copied,
   * because it would show to everybody what is for sale.
   */
  copyFacts(plain: Buffer, encrypted: Buffer): void {
    this.#inTransaction(() => {
      const number = this.#number.get(encrypted)?.number;
      if (number === undefined || this.#copy.run(encrypted, plain).changes === 0) return;
      this.#copyWaveform.run(encrypted, plain);
      this.#addName.run(number, nameOf(this.get(plain)));
      this.#index.retagged(number);
    });
  }

  get(sha256: Buffer): MediaRow | undefined {
    const row = this.#one.get(sha256);
    return row && toMedia(row);
  }

  /** Returns the facts by the numbers of the contents. */
  of(numbers: readonly number[]): Map<number, MediaRow> {
    const rows = this.#some.all(JSON.stringify(numbers));
    return new Map(rows.map(({ number, ...row }) => [number, toMedia(row)]));
  }

  /**
   * Returns contents without facts by this version of the maker, newest first.
   * @returns also where to continue; undefined after the oldest content
   */
  waiting(maker: number, beforeNumber: number): { rows: WaitingRow[]; next: number | undefined } {
    const rows = this.#waiting.all(beforeNumber, maker);
    const last = this.#lastScanned.get(beforeNumber);
    const next =
      rows.length === maxWaiting
        ? rows.at(-1)?.number
        : last?.scanned === rowsPerCall
          ? last.number
          : undefined;
    return { rows, next };
  }

  thumbnail(sha256: Buffer): Thumbnail | undefined {
    return this.#thumbnail.get(sha256);
  }

  waveform(sha256: Buffer): Buffer | null {
    return this.#waveform.get(sha256)?.waveform ?? null;
  }
}

/** Returns the text that searches find. */
const nameOf = (found: Pick<MediaFacts, 'title' | 'artist' | 'album'> | undefined): string =>
  [found?.title, found?.artist, found?.album].filter(Boolean).join('\n');
