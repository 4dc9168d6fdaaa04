/** Stores values of a page by name; in memory if the browser blocks storage. */
class PageStorage {
  readonly #storage: () => Storage;
  readonly #refused = new Map<string, string>();

  /** @param storage may throw, or return nothing */
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

/** Storage of this tab until it is closed. */
export const tabStorage = new PageStorage(() => sessionStorage);

/** Permanent storage of all pages of this origin. */
export const browserStorage = new PageStorage(() => localStorage);
