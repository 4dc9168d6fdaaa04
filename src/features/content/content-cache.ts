import { LRUCache } from 'lru-cache';
import { hashKey } from '../../core/hash-key.ts';
import type { ContentRepository } from './repository/content-repository.ts';
import type { ContentRow } from './repository/rows/content-rows.ts';

/** A content that can be sent: its row and the checksums of its blocks. */
export type Content = ContentRow & { checksums: Buffer };

type CachedContents = Pick<ContentRepository, 'get' | 'checksums' | 'totals' | 'follow'>;

const cachedTables: ReadonlySet<string> = new Set(['contents', 'content_checksums']);

/** Caches the rows of recently used contents, and the totals. */
export class ContentCache {
  readonly #contents: CachedContents;
  readonly #recent = new LRUCache<string, Content>({
    max: 10_000,
    maxSize: 16 * 1024 * 1024,
    sizeCalculation: ({ checksums }) => 256 + checksums.length,
  });

  #totals: { contents: number; contentBytes: number } | undefined;

  constructor(contents: CachedContents) {
    this.#contents = contents;
    contents.follow({
      changed: (table, before, after) => {
        if (table === 'totals') this.forgetTotals();
        if (cachedTables.has(table)) this.forget((after ?? before)?.sha256 as Buffer);
      },
    });
  }

  find(sha256: Buffer): Content | undefined {
    const key = hashKey(sha256);
    const known = this.#recent.get(key);
    if (known) return known;
    const row = this.#contents.get(sha256);
    if (!row) return undefined;
    const content = { ...row, checksums: this.#contents.checksums(sha256) ?? Buffer.alloc(0) };
    this.#recent.set(key, content);
    return content;
  }

  totals(): { contents: number; contentBytes: number } {
    this.#totals ??= this.#contents.totals();
    return this.#totals;
  }

  forgetTotals(): void {
    this.#totals = undefined;
  }

  /** Adds a content that was just stored, or drops it; the caller holds the lock that stores it. */
  replace(sha256: Buffer, content: Content | undefined): void {
    if (content) this.#recent.set(hashKey(sha256), content);
    else this.forget(sha256);
  }

  /** Drops a content; the caller holds the lock that removes it. */
  forget(sha256: Buffer): void {
    this.#recent.delete(hashKey(sha256));
  }
}
