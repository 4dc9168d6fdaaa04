/** Holds the element of the page over which the current film is shown; without it the film is in a small window. */
export class VideoContainer {
  #element: HTMLElement | null = null;
  readonly #listeners = new Set<() => void>();

  readonly element = (): HTMLElement | null => this.#element;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Sets or removes the element; suitable as `ref`. */
  readonly set = (element: HTMLElement | null): void => {
    this.#element = element;
    for (const listener of this.#listeners) listener();
  };
}
