import type { Message } from '../../../contract/messages/message.ts';
import type { Db, Statement } from '../../../platform/sqlite/database.ts';
import { messageJson, storedMessage } from '../../../platform/sqlite/stored-message.ts';
import type { ShareWay } from './share-host-repository.ts';

/** A content that is on a public node, or is being sent or removed there; times in milliseconds. */
export interface ShareRow {
  sha256: Buffer;
  host: string;
  /** `withdrawing`: the other node has not confirmed the removal yet. */
  state: 'waiting' | 'shared' | 'withdrawing' | 'failed';
  /** The account that shared it. */
  way: ShareWay;
  /** Whether the other node lists it. */
  listed: boolean;
  /**
   * Time of the last change of the sent record, in milliseconds; 0: outdated; null: none was sent, so the node does not
   * list the content.
   */
  describedAt: number | null;
  /** Name of the content on this node. */
  name: string;
  /** Size in bytes. */
  size: number;
  uploadId: string | null;
  /** Highest offset of the bytes ever sent; null: none. */
  sentBytes: number | null;
  askedAt: number;
  sharedAt: number | null;
  message: Message | null;
  /** Whether the key of an encrypted content is deposited there. */
  keyState: 'none' | 'waiting' | 'deposited' | 'failed';
  /** Whether it is shared only because another content needs it. */
  isCompanion: boolean;
  /** Whether it is shared only as a part of collections. */
  isPart: boolean;
  /** The content whose thumbnail stands for this one if it has no cover; null: itself. */
  pictureOf: Buffer | null;
}

/** Identifies a share by content and host. */
export type ShareKey = Pick<ShareRow, 'sha256' | 'host'>;
type StoredShare = Omit<ShareRow, 'listed' | 'message' | 'isCompanion' | 'isPart'> & {
  listed: number;
  message: string | null;
  isCompanion: number;
  isPart: number;
};
type NewShare = Pick<
  ShareRow,
  'sha256' | 'host' | 'way' | 'listed' | 'name' | 'size' | 'askedAt' | 'keyState'
> &
  Partial<Pick<ShareRow, 'isCompanion' | 'isPart'>>;

/** Members to change; the message gives the reason why a share is postponed, failed, unlisted, or without its key. */
type Changes = Partial<
  Pick<
    ShareRow,
    | 'state'
    | 'listed'
    | 'describedAt'
    | 'uploadId'
    | 'message'
    | 'keyState'
    | 'isCompanion'
    | 'isPart'
    | 'pictureOf'
  >
>;

const columns = `shares.sha256, shares.host, state, way, listed, told_at AS describedAt, shares.name, shares.size,
  upload_id AS uploadId, sent_bytes AS sentBytes, asked_at AS askedAt, shared_at AS sharedAt, message, key_state AS keyState,
  is_companion AS isCompanion, is_part AS isPart, picture_of AS pictureOf`;
/** Of a content that is or will be there: `role` was not sent along with it. */
const isWithout = (role: 'cover' | 'preview') => `NOT EXISTS (SELECT 1 FROM share_companions
  WHERE share_companions.sha256 = shares.sha256 AND share_companions.host = shares.host AND role = '${role}')`;
const isMissingCover = `${isWithout('cover')} AND EXISTS (
  SELECT 1 FROM contents LEFT JOIN content_media ON content_media.sha256 = coalesce(picture_of, contents.sha256)
  WHERE contents.sha256 = shares.sha256 AND contents.deleted_at IS NULL
    AND (contents.cover IS NOT NULL OR (thumbnail_type IS NOT NULL AND content_type NOT GLOB 'image/*')))`;
const hasFailed = `EXISTS (SELECT 1 FROM share_companions AS sent
  JOIN shares AS companion ON companion.sha256 = sent.companion AND companion.host = sent.host
  WHERE sent.sha256 = shares.sha256 AND sent.host = shares.host AND companion.state = 'failed')`;
const active = `SELECT ${columns} FROM shares WHERE state IN ('waiting', 'shared') AND is_companion = 0`;
const missingCover = `${active} AND ${isMissingCover}`;
const missingCompanions = `${active} AND (${isMissingCover} OR ${hasFailed} OR (key_state <> 'none' AND ${isWithout('preview')}))`;
const hashes = 'SELECT sha256 FROM shares UNION SELECT source FROM share_companions WHERE source IS NOT NULL';
const one = 'WHERE sha256 = @sha256 AND host = @host';

const fromStored = (row: StoredShare): ShareRow => ({
  ...row,
  listed: row.listed === 1,
  isCompanion: row.isCompanion === 1,
  isPart: row.isPart === 1,
  message: storedMessage(row.message),
});

/** Stores shares; its writes run within commands. */
export class ShareRepository {
  readonly #one: Statement<[ShareKey], StoredShare>;
  readonly #of: Statement<[Buffer], StoredShare>;
  readonly #page: Statement<[{ host: string | null; limit: number }], StoredShare>;
  readonly #unsent: Statement<[], StoredShare>;
  readonly #unfinished: Statement<[], StoredShare>;
  readonly #outdated: Statement<[], StoredShare>;
  readonly #missingKey: Statement<[], StoredShare>;
  readonly #usage: Statement<[], { host: string; contents: number; bytes: number }>;
  readonly #count: Statement<[], { n: number }>;
  readonly #insert: Statement<
    [
      Omit<NewShare, 'listed' | 'isCompanion' | 'isPart'> &
        Record<'listed' | 'isCompanion' | 'isPart', number>,
    ]
  >;
  readonly #adopt: Statement<[{ host: string; way: ShareWay }]>;
  readonly #failAll: Statement<[string | null, string]>;
  readonly #update: Statement<[StoredShare]>;
  readonly #upload: Statement<[ShareKey & { uploadId: string | null; sentBytes: number }]>;
  readonly #missingCover: Statement<[], StoredShare>;
  readonly #missingCompanions: Statement<[], StoredShare>;
  readonly #outdate: Statement<[ShareKey]>;
  readonly #hashes: Statement<[], { sha256: Buffer }>;
  readonly #shared: Statement<[ShareKey & { at: number }]>;
  readonly #unshared: Statement<[ShareKey]>;
  readonly #remove: Statement<[ShareKey]>;

  constructor(db: Db) {
    this.#one = db.prepare(`SELECT ${columns} FROM shares ${one}`);
    this.#of = db.prepare(`SELECT ${columns} FROM shares WHERE sha256 = ? ORDER BY asked_at, host`);
    this.#page = db.prepare(
      `SELECT ${columns} FROM shares WHERE (@host IS NULL OR host = @host) AND is_companion = 0 ORDER BY asked_at DESC, host LIMIT @limit`,
    );
    this.#unsent = db.prepare(
      `SELECT ${columns} FROM shares WHERE state IN ('waiting', 'failed') AND is_companion = 0 ORDER BY asked_at, host LIMIT 1000`,
    );
    this.#unfinished = db.prepare(
      `SELECT ${columns} FROM shares WHERE state IN ('waiting', 'withdrawing') ORDER BY asked_at, host`,
    );
    this.#outdated = db.prepare(
      `SELECT ${columns} FROM shares
       LEFT JOIN contents ON contents.sha256 = shares.sha256 AND contents.deleted_at IS NULL
       WHERE state = 'shared' AND is_companion = 0 AND (told_at < contents.updated_at
         OR (told_at IS NULL AND contents.sha256 IS NOT NULL)
         OR (told_at IS NOT NULL AND contents.sha256 IS NULL AND listed = 0))
       ORDER BY asked_at, host`,
    );
    this.#missingKey = db.prepare(
      `SELECT ${columns} FROM shares WHERE state = 'shared' AND key_state = 'waiting' ORDER BY asked_at, host`,
    );
    this.#usage = db.prepare(
      `SELECT host, sum(1 - is_companion) AS contents, sum(size) AS bytes FROM shares
       WHERE shared_at IS NOT NULL AND state <> 'failed' GROUP BY host`,
    );
    this.#count = db.prepare('SELECT count(*) AS n FROM shares');
    this.#insert = db.prepare(
      `INSERT INTO shares (sha256, host, state, way, listed, name, size, asked_at, key_state, is_companion, is_part)
       VALUES (@sha256, @host, 'waiting', @way, @listed, @name, @size, @askedAt, @keyState, @isCompanion, @isPart)
       ON CONFLICT (sha256, host) DO UPDATE SET state = 'waiting', way = excluded.way, listed = excluded.listed,
         told_at = NULL, name = excluded.name, asked_at = excluded.asked_at, shared_at = NULL, message = NULL, key_state = excluded.key_state, is_companion = excluded.is_companion, is_part = excluded.is_part,
         upload_id = CASE WHEN way = excluded.way THEN upload_id END`,
    );
    this.#adopt = db.prepare(
      `UPDATE shares SET way = iif(state IN ('waiting', 'failed'), @way, way), upload_id = iif(way = @way, upload_id, NULL),
         message = iif(state = 'failed', message, NULL) WHERE host = @host AND (state <> 'shared' OR key_state = 'waiting')`,
    );
    this.#failAll = db.prepare(
      "UPDATE shares SET state = 'failed', message = ? WHERE host = ? AND state = 'waiting'",
    );
    this.#update = db.prepare(
      `UPDATE shares SET state = @state, listed = @listed, told_at = @describedAt, upload_id = @uploadId,
         message = @message, key_state = @keyState, is_companion = @isCompanion, is_part = @isPart, picture_of = @pictureOf ${one}`,
    );
    this.#upload = db.prepare(
      `UPDATE shares SET upload_id = @uploadId, sent_bytes = max(@sentBytes, coalesce(sent_bytes, 0)) ${one}`,
    );
    this.#shared = db.prepare(
      `UPDATE shares SET state = 'shared', upload_id = NULL, shared_at = @at, message = NULL
       ${one} AND state = 'waiting'`,
    );
    this.#missingCover = db.prepare(missingCover);
    this.#missingCompanions = db.prepare(missingCompanions);
    this.#outdate = db.prepare(`UPDATE shares SET told_at = 0 ${one} AND told_at IS NOT NULL`);
    this.#hashes = db.prepare(hashes);
    this.#unshared = db.prepare(`DELETE FROM shares ${one} AND state = 'withdrawing'`);
    this.#remove = db.prepare(`DELETE FROM shares ${one}`);
  }

  get({ sha256, host }: ShareKey): ShareRow | undefined {
    const row = this.#one.get({ sha256, host });
    return row && fromStored(row);
  }

  /** Returns the shares of a content, oldest request first. */
  ofContent(sha256: Buffer): ShareRow[] {
    return this.#of.all(sha256).map(fromStored);
  }

  /** Returns shares, newest first, of one host or of all. */
  page(host: string | undefined, limit: number): ShareRow[] {
    return this.#page.all({ host: host ?? null, limit }).map(fromStored);
  }

  /** Returns shares that wait or failed, oldest request first. */
  unsent(): ShareRow[] {
    return this.#unsent.all().map(fromStored);
  }

  /** Returns shares that wait to be sent or unshared, oldest request first. */
  unfinished(): ShareRow[] {
    return this.#unfinished.all().map(fromStored);
  }

  /** Returns shares whose record on the other node is outdated. */
  outdated(): ShareRow[] {
    return this.#outdated.all().map(fromStored);
  }

  /** Returns shares whose key is not deposited on the other node yet. */
  missingKey(): ShareRow[] {
    return this.#missingKey.all().map(fromStored);
  }

  /** Returns contents and bytes by host. */
  usage(): { host: string; contents: number; bytes: number }[] {
    return this.#usage.all();
  }

  count(): number {
    return this.#count.get()?.n ?? 0;
  }

  /** Adds a waiting share, or resumes the upload of the same account. */
  add(share: NewShare): void {
    this.#insert.run({
      ...share,
      listed: Number(share.listed),
      isCompanion: Number(share.isCompanion ?? false),
      isPart: Number(share.isPart ?? false),
    });
  }

  /** Assigns the waiting and failed shares to the account in use, and forgets why work is postponed. */
  adopt(host: string, way: ShareWay): void {
    this.#adopt.run({ host, way });
  }

  /** Fails waiting shares with a message. */
  failWaiting(host: string, message: Message): void {
    this.#failAll.run(messageJson(message), host);
  }

  /** Changes members of a share; others stay. One that is being unshared does not fail, because its host may have it. */
  update(key: ShareKey, changes: Changes): void {
    const row = this.get(key);
    if (!row || (row.state === 'withdrawing' && changes.state === 'failed')) return;
    const { listed, isCompanion, isPart, message, ...changed } = { ...row, ...changes };
    const flags = { listed: Number(listed), isCompanion: Number(isCompanion), isPart: Number(isPart) };
    this.#update.run({ ...changed, ...flags, message: messageJson(message) });
  }

  /** Returns shares without a cover of which there is a picture now. */
  missingCover(): ShareRow[] {
    return this.#missingCover.all().map(fromStored);
  }

  /** Returns shares without a cover, shares whose picture or preview failed, and encrypted ones without a preview. */
  missingCompanions(): ShareRow[] {
    return this.#missingCompanions.all().map(fromStored);
  }

  /** Marks the texts of a share as outdated, unless none were sent. */
  outdate({ sha256, host }: ShareKey): void {
    this.#outdate.run({ sha256, host });
  }

  /** Returns all contents on other nodes, and those whose thumbnails are there. */
  hashes(): Buffer[] {
    return this.#hashes.all().map(({ sha256 }) => sha256);
  }

  /** Records that bytes up to `sentBytes` of this upload are about to be sent. */
  uploading({ sha256, host }: ShareKey, uploadId: string | null, sentBytes: number): void {
    this.#upload.run({ sha256, host, uploadId, sentBytes });
  }

  /** Marks a share as stored there, unless it is being unshared. */
  markShared({ sha256, host }: ShareKey, at: number): void {
    this.#shared.run({ sha256, host, at });
  }

  /** Records the confirmed removal; returns false when the content was shared again meanwhile. */
  markUnshared({ sha256, host }: ShareKey): boolean {
    return this.#unshared.run({ sha256, host }).changes === 1;
  }

  remove({ sha256, host }: ShareKey): void {
    this.#remove.run({ sha256, host });
  }
}
