/**
 * What a page keeps by name. A browser may refuse it, as where cookies are blocked: then it is kept as long as the page is
 * open.
 */
class PageStorage {
  readonly #storage: () => Storage;
  readonly #refused = new Map<string, string>();

  /** @param storage may throw, or give none */
  constructor(storage: () => Storage) {
    this.#storage = storage;
  }

  get(name: string): string | null {
    return this.#refused.get(name) ?? this.#tried((storage) => storage.getItem(name)) ?? null;
  }

  set(name: string, value: string): void {
    this.#refused.set(name, value);
    this.#tried((storage) => {
      storage.setItem(name, value);
      this.#refused.delete(name);
    });
  }

  remove(name: string): void {
    this.#refused.delete(name);
    this.#tried((storage) => storage.removeItem(name));
  }

  #tried<T>(use: (storage: Storage) => T): T | undefined {
    try {
      return use(this.#storage());
    } catch {
      return undefined;
    }
  }
}

/** Of this tab alone, until it is closed. */
export const tabStorage = new PageStorage(() => sessionStorage);

/** Of every page of this origin, for good. */
export const browserStorage = new PageStorage(() => localStorage);
