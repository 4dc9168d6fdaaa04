import type { Clock } from '../../../core/clock.ts';
import type { Lease } from '../../../core/concurrency/leader.ts';
import { StorageUnavailableError } from '../../../core/node-error.ts';
import {
  commonStart,
  type PartSegment,
  type Segment,
  type SegmentIndex,
} from '../../../platform/blobs/s3/segments.ts';
import type { Commands } from '../../../platform/sqlite/commands.ts';
import type { Db, Statement } from '../../../platform/sqlite/database.ts';
import { GroupCommit } from '../../../platform/sqlite/group-commit.ts';

/** Time after which a segment without a blob is deleted, in ms: longer than any upload and any restart. */
const keptMs = 24 * 60 * 60 * 1000;
/** Time after which a damaged segment is deleted, in ms, so that an operator can look for the cause. */
const damagedKeptMs = 30 * keptMs;

/**
 * Remembers the segments of each blob and upload in the bucket, and those to delete. Rows of contents and uploads
 * remove theirs by trigger.
 */
export class SegmentRepository implements SegmentIndex {
  readonly #clock: Clock;
  readonly #commands: Commands;
  readonly #of: Statement<[Uint8Array], Segment>;
  readonly #announce: Statement<[string, number]>;
  readonly #insert: Statement<[Uint8Array, number, string, number, number]>;
  readonly #claim: Statement<[string, number]>;
  readonly #postpone: Statement<[number, string]>;
  readonly #deleted: Statement<[string]>;
  readonly #remove: Statement<[Uint8Array]>;
  readonly #isContent: Statement<[Uint8Array], unknown>;
  readonly #aStray: Statement<[number, number], unknown>;
  readonly #removeStrays: Statement<[number, number]>;
  readonly #anUnused: Statement<[number], unknown>;
  readonly #unused: Statement<[number, number], { key: string }>;
  /** Older segments than this were looked at since the start. */
  #straysBefore = 0;
  readonly #any: Statement<[number], { key: string }>;
  readonly #unsegmented: Statement<[], unknown>;
  readonly #ofUpload: Statement<[string], PartSegment>;
  readonly #insertOfUpload: Statement<[string, number, string, number, Buffer]>;
  readonly #removeOfUpload: Statement<[string, number]>;

  constructor(db: Db, clock: Clock, commands: Commands = new GroupCommit(db)) {
    this.#clock = clock;
    this.#commands = commands;
    this.#of = db.prepare('SELECT key, size FROM segments WHERE sha256 = ? ORDER BY position');
    this.#announce = db.prepare('INSERT INTO unused_segments (key, since) VALUES (?, ?)');
    this.#insert = db.prepare(
      'INSERT INTO segments (sha256, position, key, size, set_at) VALUES (?, ?, ?, ?, ?)',
    );
    this.#claim = db.prepare('DELETE FROM unused_segments WHERE key = ? AND since >= ?');
    this.#postpone = db.prepare('UPDATE unused_segments SET since = ? WHERE key = ?');
    this.#deleted = db.prepare('DELETE FROM unused_segments WHERE key = ?');
    this.#remove = db.prepare('DELETE FROM segments WHERE sha256 = ?');
    this.#isContent = db.prepare('SELECT 1 FROM contents WHERE sha256 = ?');
    const isStray = `set_at >= ? AND set_at < ?
      AND NOT EXISTS (SELECT 1 FROM contents WHERE contents.sha256 = segments.sha256)`;
    this.#aStray = db.prepare(`SELECT 1 FROM segments WHERE ${isStray} LIMIT 1`);
    this.#removeStrays = db.prepare(`DELETE FROM segments WHERE ${isStray}`);
    this.#anUnused = db.prepare('SELECT 1 FROM unused_segments WHERE since < ? LIMIT 1');
    // Nothing can claim them again, even if the clock is set back before they are deleted.
    this.#unused = db.prepare(
      `UPDATE unused_segments SET since = 0 WHERE key IN
         (SELECT key FROM unused_segments WHERE since < ? ORDER BY since LIMIT ?) RETURNING key`,
    );
    this.#ofUpload = db.prepare(
      'SELECT key, size, sha256 FROM upload_segments WHERE upload_id = ? ORDER BY position',
    );
    this.#insertOfUpload = db.prepare(
      'INSERT INTO upload_segments (upload_id, position, key, size, sha256) VALUES (?, ?, ?, ?, ?)',
    );
    this.#removeOfUpload = db.prepare('DELETE FROM upload_segments WHERE upload_id = ? AND position >= ?');
    this.#any = db.prepare('SELECT key FROM segments LIMIT ?');
    this.#unsegmented = db.prepare(
      `SELECT 1 FROM contents WHERE sha256 NOT IN (SELECT sha256 FROM segments)
         AND sha256 NOT IN (SELECT sha256 FROM damages) LIMIT 1`,
    );
  }

  of(sha256: Uint8Array): readonly Segment[] {
    return this.#of.all(sha256);
  }

  /** Returns whether anything is in the bucket. */
  hasAny(): boolean {
    return this.some(1).length > 0;
  }

  /** Returns the keys of up to this many objects in the bucket. */
  some(limit: number): string[] {
    return this.#any.all(limit).map(({ key }) => key);
  }

  /** Returns whether the bytes of any content are on the local disk only. */
  lacksAny(): boolean {
    return this.#unsegmented.get() !== undefined;
  }

  announce(keys: readonly string[]): Promise<void> {
    const now = this.#clock();
    return this.#commands.run(() => {
      for (const key of keys) this.#announce.run(key, now);
    });
  }

  set(sha256: Uint8Array, segments: readonly Segment[], upload?: string): void {
    const now = this.#clock();
    const inUpload = new Set(upload === undefined ? [] : this.ofUpload(upload).map(({ key }) => key));
    this.#remove.run(sha256);
    for (const [position, { key, size }] of segments.entries()) {
      if (!inUpload.has(key)) this.#claimAt(key, now);
      this.#insert.run(sha256, position, key, size, now);
    }
    if (upload !== undefined) this.#removeOfUpload.run(upload, 0);
  }

  ofUpload(id: string): readonly PartSegment[] {
    return this.#ofUpload.all(id);
  }

  setOfUpload(id: string, segments: readonly PartSegment[]): void {
    const now = this.#clock();
    const kept = commonStart(this.ofUpload(id), segments).length;
    this.#removeOfUpload.run(id, kept);
    for (const [index, { key, size, sha256 }] of segments.slice(kept).entries()) {
      this.#claimAt(key, now);
      this.#insertOfUpload.run(id, kept + index, key, size, sha256);
    }
  }

  keepOfUpload(id: string, segments: readonly PartSegment[]): Promise<void> {
    return this.#commands.run(() => this.setOfUpload(id, segments));
  }

  /** Another replica may have stored the content again since it was removed. */
  async remove(sha256: Uint8Array): Promise<boolean> {
    if (this.of(sha256).length === 0) return false;
    return this.#commands.run(() => !this.#isContent.get(sha256) && this.#remove.run(sha256).changes > 0);
  }

  quarantine(sha256: Uint8Array, segments: readonly Segment[], lease?: Lease): Promise<boolean> {
    const since = this.#clock() + damagedKeptMs - keptMs;
    const remove = () => {
      const stored = this.of(sha256);
      const areSame =
        stored.length === segments.length && stored.every(({ key }, at) => key === segments[at]?.key);
      if (!areSame) return false;
      this.#remove.run(sha256);
      for (const { key } of segments) this.#postpone.run(since, key);
      return segments.length > 0;
    };
    return this.#commands.run(remove, undefined, lease);
  }

  async removeStrays(lease?: Lease): Promise<void> {
    const before = this.#clock() - keptMs;
    const from = this.#straysBefore;
    if (this.#aStray.get(from, before)) {
      await this.#commands.run(() => void this.#removeStrays.run(from, before), undefined, lease);
    }
    this.#straysBefore = before;
  }

  async unused(limit: number, lease?: Lease): Promise<string[]> {
    const before = this.#clock() - keptMs;
    if (!this.#anUnused.get(before)) return [];
    const take = () => this.#unused.all(before, limit).map(({ key }) => key);
    return this.#commands.run(take, undefined, lease);
  }

  isOverdue(ms: number): boolean {
    return this.#anUnused.get(this.#clock() - keptMs - ms) !== undefined;
  }

  deleted(keys: readonly string[], lease?: Lease): Promise<void> {
    const forget = () => {
      for (const key of keys) this.#deleted.run(key);
    };
    return this.#commands.run(forget, undefined, lease);
  }

  /** Takes an announced key, unless it is so old that the collector may be deleting its object. */
  #claimAt(key: string, now: number): void {
    const { changes } = this.#claim.run(key, now - keptMs);
    if (changes === 0) throw new StorageUnavailableError(new Error(`The segment ${key} is too old`));
  }
}
