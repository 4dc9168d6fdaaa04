import { TransientSet } from '../../../core/concurrency/transient-set.ts';

/** The paths of files in `incoming/` that are being written, or wait to be stored or discarded. */
export class IncomingFiles {
  readonly paths = new TransientSet<string>();
  #waiting: (() => void)[] = [];

  /** Removes a file that is stored or discarded. */
  delete(path: string): void {
    this.paths.delete(path);
    if (this.paths.size > 0) return;
    for (const wake of this.#waiting.splice(0)) wake();
  }

  /** Resolves when no file is arriving. */
  async none(): Promise<void> {
    if (this.paths.size === 0) return;
    await new Promise<void>((resolve) => {
      this.#waiting.push(resolve);
    });
  }
}
