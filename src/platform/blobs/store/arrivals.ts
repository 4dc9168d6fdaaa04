/** Files on their way into a store. */
export class Arrivals {
  readonly #paths = new Set<string>();
  #waiting: (() => void)[] = [];

  get paths(): Iterable<string> {
    return this.#paths;
  }

  add(path: string): void {
    this.#paths.add(path);
  }

  /** The file is stored, or gone. */
  delete(path: string): void {
    this.#paths.delete(path);
    if (this.#paths.size > 0) return;
    for (const wake of this.#waiting.splice(0)) wake();
  }

  /** Resolves when none is on its way. */
  async none(): Promise<void> {
    if (this.#paths.size === 0) return;
    await new Promise<void>((resolve) => {
      this.#waiting.push(resolve);
    });
  }
}
