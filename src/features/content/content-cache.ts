import { LRUCache } from 'lru-cache';
import type { ContentRepository, ContentRow } from './repository/content-repository.ts';

/** A content that can be sent: its row and the checksums of its blocks. */
export type Content = ContentRow & { checksums: Buffer };

/** Finds contents; those in demand without asking the database. */
export class KnownContents {
  readonly #contents: Pick<ContentRepository, 'get' | 'checksums'>;
  readonly #recent = new LRUCache<string, Content>({
    max: 10_000,
    maxSize: 16 * 1024 * 1024,
    sizeCalculation: ({ checksums }) => 256 + checksums.length,
  });

  constructor(contents: Pick<ContentRepository, 'get' | 'checksums'>) {
    this.#contents = contents;
  }

  find(sha256: Buffer): Content | undefined {
    const key = sha256.toString('latin1');
    const known = this.#recent.get(key);
    if (known) return known;
    const row = this.#contents.get(sha256);
    if (!row) return undefined;
    const content = { ...row, checksums: this.#contents.checksums(sha256) ?? Buffer.alloc(0) };
    this.#recent.set(key, content);
    return content;
  }

  /** To be called when a content is removed, in the same turn. */
  forget(sha256: Buffer): void {
    this.#recent.delete(sha256.toString('latin1'));
  }
}
