import type { PartOptions } from '../store/blob-types.ts';
import type { SpaceClaim } from '../store/disk-space.ts';
import { BlockFiller } from '../write/block-filler.ts';
import type { BlockShare } from '../write/block-pool.ts';
import { tooLarge } from '../write/upload.ts';
import type { PartialFile } from './partial-file.ts';

/** What a part needs of the store. */
interface PartMeans {
  file: PartialFile;
  share: BlockShare;
  claim: SpaceClaim;
}

/** Brings the arriving bytes of one part to the end of its file. */
export class PartWriter {
  readonly #means: PartMeans;
  readonly #options: PartOptions;
  readonly #filler: BlockFiller;
  #arrived = 0;
  #taking: Promise<void> | undefined;
  /** Whether `append` has failed: not the source is to blame then. */
  refused = false;

  constructor(means: PartMeans, options: PartOptions) {
    this.#means = means;
    this.#options = options;
    this.#filler = new BlockFiller(means.share, this);
    means.file.beginPart(means.share, options.check !== undefined);
  }

  get failure(): Error | undefined {
    return this.#means.file.failure;
  }

  /**
   * Takes the next bytes and keeps none of their memory.
   * @throws NodeError `payload_too_large`, `insufficient_storage`, and what `onProgress` throws
   */
  append(chunk: Uint8Array): Promise<void> | undefined {
    const refuse = (error: unknown): never => {
      this.refused = true;
      throw error;
    };
    try {
      this.#taking = this.#take(chunk)?.catch(refuse);
      return this.#taking;
    } catch (error) {
      return refuse(error);
    }
  }

  /** Hands a block on to the worker. */
  send(block: ArrayBuffer, length: number): void {
    this.#means.file.append(block, length);
    this.#means.claim.written(length);
  }

  /** Makes durable what was given to `append`. Rejects as that does, with the system's error, and as `check` throws. */
  async keep(): Promise<void> {
    await this.#taking;
    this.#filler.end();
    const sha256 = await this.#means.file.keep();
    if (sha256) this.#options.check?.(sha256);
  }

  /** Takes the part away. Where that fails the file has ended, as its `failure` says. */
  async cut(): Promise<void> {
    this.#filler.end();
    await this.#means.file.cut().catch(() => {});
  }

  close(): void {
    this.#filler.close();
    this.#means.claim.close();
  }

  #take(chunk: Uint8Array): Promise<void> | undefined {
    const { start, maxBytes, onProgress } = this.#options;
    this.#arrived += chunk.length;
    if (start + this.#arrived > maxBytes) throw tooLarge(maxBytes);
    onProgress?.(start + this.#arrived);
    const looking = this.#means.claim.cover(this.#arrived);
    return looking ? this.#filler.appendAfter(looking, chunk) : this.#filler.append(chunk);
  }
}
