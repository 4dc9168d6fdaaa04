import type { PartOptions } from '../store/blob-types.ts';
import type { SpaceClaim } from '../store/disk-space.ts';
import { BlockFiller } from '../write/block-filler.ts';
import { tooLarge } from '../write/upload.ts';
import type { PartialFile } from './partial-file.ts';

/** Dependencies of a part writer. */
interface PartMeans {
  file: PartialFile;
  claim: SpaceClaim;
}

/** Writes the arriving bytes of one part to the end of its file. */
export class PartWriter {
  readonly #means: PartMeans;
  readonly #options: PartOptions;
  readonly #filler: BlockFiller;
  #arrived = 0;
  #taking: Promise<void> | undefined;
  /** Whether `append` has failed; if so, the error does not come from the source. */
  refused = false;

  constructor(means: PartMeans, options: PartOptions) {
    this.#means = means;
    this.#options = options;
    this.#filler = new BlockFiller(this);
    means.file.beginPart(options.check !== undefined);
  }

  get file(): PartialFile {
    return this.#means.file;
  }

  /**
   * Writes the next bytes; their memory may be reused afterwards.
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

  /** Passes a block to the worker. */
  send(block: ArrayBuffer, length: number): void {
    this.#means.file.append(block, length);
    this.#means.claim.written(length);
  }

  /**
   * Syncs the bytes given to `append`. Rejects with the error of `append`, the system's error, and what `check` throws.
   */
  async keep(): Promise<void> {
    await this.#taking;
    this.#filler.end();
    const sha256 = await this.#means.file.keep();
    if (sha256) this.#options.check?.(sha256);
  }

  /** Truncates the part. If that fails, the file is unusable and has a `failure`. */
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
