/** Adds a content to a collection, before another one or at the end. */
export type AddEntry = (contentId: string, before: string | null) => Promise<void>;

/** Adds files to a collection in the order of their folder, regardless of the order in which their uploads end. */
export class PlacedEntries {
  readonly #files: readonly File[];
  readonly #add: AddEntry;
  readonly #added = new Map<File, string>();
  #last: Promise<unknown> = Promise.resolve();

  constructor(files: readonly File[], add: AddEntry) {
    this.#files = files;
    this.#add = add;
  }

  /**
   * Adds a stored file before the next one that is already in the collection; one at a time, so that the order is
   * correct.
   */
  add(file: File, contentId: string): Promise<void> {
    const adding = this.#last.then(async () => {
      const later = this.#files.slice(this.#files.indexOf(file) + 1);
      const before = later
        .map((one) => this.#added.get(one))
        .find((id) => id !== undefined && id !== contentId);
      await this.#add(contentId, before ?? null);
      this.#added.set(file, contentId);
    });
    this.#last = adding.catch(() => undefined);
    return adding;
  }
}
