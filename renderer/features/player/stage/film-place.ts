/** Where the page shows the current film; without a place it is in a small window. */
export class FilmPlace {
  #element: HTMLElement | null = null;
  readonly #listeners = new Set<() => void>();

  readonly element = (): HTMLElement | null => this.#element;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Sets the place, or removes it; suits `ref`. */
  readonly set = (element: HTMLElement | null): void => {
    this.#element = element;
    for (const listener of this.#listeners) listener();
  };
}
