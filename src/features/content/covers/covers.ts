import { LRUCache } from 'lru-cache';
import type { ConstantMessageId } from '../../../contract/messages/message.ts';
import { KeyedMutex } from '../../../core/concurrency/keyed-mutex.ts';
import { hashKey } from '../../../core/hash-key.ts';
import {
  type CoverFault,
  type CoverImage,
  coverFaultMessages,
  coverImageOf,
  coverLimits,
} from '../../../core/image/cover-image.ts';
import { NodeError } from '../../../core/node-error.ts';
import type { Catalogue, Content } from '../catalogue.ts';
import { readWhole } from '../read-whole.ts';

export interface CoversOptions {
  catalogue: Pick<Catalogue, 'find' | 'reader'>;
  /** Returns whether a content is restricted; a restricted cover is never shown. */
  isRestricted: (sha256: Buffer) => boolean;
}

/** Whether a record may name its cover; `unknown`: the cover is not stored here. */
export type CoverState = 'shown' | 'refused' | 'unknown';

/** A stored picture that may be shown as a cover. */
export interface Cover extends CoverImage {
  content: Content;
}

/**
 * Decides which contents may be shown as covers. Clients load covers without a request of the person, so only still
 * raster pictures of bounded size qualify, judged by their bytes and not by the declared type.
 */
export class Covers {
  readonly #options: CoversOptions;
  /** Results stay valid, because the bytes of a hash never change. */
  readonly #inspected = new LRUCache<string, CoverImage | CoverFault>({
    // With `max`, all places would be created at the start.
    maxSize: 50_000,
    sizeCalculation: () => 1,
  });
  /** Limits memory to one file at a time. */
  readonly #reading = new KeyedMutex();

  constructor(options: CoversOptions) {
    this.#options = options;
  }

  /**
   * Returns a cover with its picture data.
   * @returns undefined where it is not stored here or may not be shown
   */
  async find(sha256: Buffer): Promise<Cover | undefined> {
    const { catalogue, isRestricted } = this.#options;
    const content = catalogue.find(sha256);
    if (!content || isRestricted(sha256)) return undefined;
    const image = await this.#inspect(content).catch(ignoreUnreadable);
    return image === undefined || typeof image === 'string' ? undefined : { ...image, content };
  }

  /** Returns why a file cannot be a cover, for a field error; undefined: it can. */
  async faultOf(sha256: Buffer): Promise<ConstantMessageId | undefined> {
    const { catalogue, isRestricted } = this.#options;
    const content = catalogue.find(sha256);
    // A cover must not reveal that a restricted file is stored here.
    if (!content || isRestricted(sha256)) return 'content.coverNotStored';
    const image = await this.#inspect(content);
    return typeof image === 'string' ? coverFaultMessages[image] : undefined;
  }

  /** Inspects each cover once, and returns the states. */
  async statesOf(hashes: readonly Buffer[]): Promise<(sha256: Buffer) => CoverState> {
    const states = new Map<string, CoverState>();
    for (const sha256 of hashes) {
      const key = hashKey(sha256);
      if (!states.has(key)) states.set(key, await this.#stateOf(sha256));
    }
    return (sha256) => states.get(hashKey(sha256)) ?? 'unknown';
  }

  /**
   * Returns the path of a cover on the dashboard's origin; null: it is not stored here. A file that was not inspected
   * has a path too; the path serves only allowed covers.
   */
  pathOf(sha256: Buffer, contentId: string): string | null {
    const { catalogue, isRestricted } = this.#options;
    const isRefused = typeof this.#inspected.get(hashKey(sha256)) === 'string';
    return isRefused || isRestricted(sha256) || !catalogue.find(sha256) ? null : `/covers/${contentId}`;
  }

  async #stateOf(sha256: Buffer): Promise<CoverState> {
    const { catalogue, isRestricted } = this.#options;
    if (isRestricted(sha256)) return 'refused';
    const content = catalogue.find(sha256);
    const image = content && (await this.#inspect(content).catch(ignoreUnreadable));
    if (image === undefined) return 'unknown';
    return typeof image === 'string' ? 'refused' : 'shown';
  }

  async #inspect(content: Content): Promise<CoverImage | CoverFault> {
    const key = hashKey(content.sha256);
    const known = this.#inspected.get(key);
    if (known) return known;
    if (content.size > coverLimits.bytes) return this.#note(key, 'too_many_bytes');
    return this.#reading.run(
      'one',
      async () => this.#inspected.get(key) ?? this.#note(key, coverImageOf(await this.#bytesOf(content))),
    );
  }

  #note<T extends CoverImage | CoverFault>(key: string, seen: T): T {
    this.#inspected.set(key, seen);
    return seen;
  }

  async #bytesOf(content: Content): Promise<Buffer> {
    return readWhole(await this.#options.catalogue.reader(content));
  }
}

/** Ignores a NodeError of reading a file, because the file may be repaired later. @throws any other error */
function ignoreUnreadable(error: unknown): undefined {
  if (!(error instanceof NodeError)) throw error;
}
