import type { PartOptions } from '../store/blob-types.ts';
import type { SpaceClaim } from '../store/disk-space.ts';
import type { WorkerFile } from '../worker/worker-file.ts';
import { BlockFiller } from '../write/block-filler.ts';

/** Writes the arriving bytes of one part to the end of its file. */
export class PartWriter {
  readonly file: WorkerFile;
  readonly #check: PartOptions['check'];
  readonly #filler: BlockFiller;
  #taking: Promise<void> | undefined;
  /** Whether `append` has failed; if so, the error does not come from the source. */
  refused = false;

  constructor(file: WorkerFile, claim: SpaceClaim, options: PartOptions) {
    this.file = file;
    this.#check = options.check;
    this.#filler = new BlockFiller(this, claim, options);
    file.beginPart(options.check !== undefined || options.isHashed === true);
  }

  /** See `BlockFiller.append`. */
  append(chunk: Uint8Array): Promise<void> | undefined {
    const refuse = (error: unknown): never => {
      this.refused = true;
      throw error;
    };
    try {
      this.#taking = this.#filler.append(chunk)?.catch(refuse);
      return this.#taking;
    } catch (error) {
      return refuse(error);
    }
  }

  send(block: ArrayBuffer, length: number, onWritten: () => void): void {
    this.file.append(block, length, onWritten);
  }

  /** Syncs the part, and returns its hash if requested; rejects with the error of `append`, the system, or `check`. */
  async keep(): Promise<Buffer | undefined> {
    await this.#taking;
    this.#filler.end();
    const sha256 = await this.file.keep();
    if (sha256) this.#check?.(sha256);
    return sha256;
  }

  /** Truncates the part. If truncating fails, the file is unusable and has a `failure`. */
  async cut(): Promise<void> {
    this.#filler.end();
    await this.file.cut().catch(() => {});
  }

  close(): void {
    this.#filler.close();
  }
}
