import type { DragEvent } from 'react';

/** Contents that are dragged in this window. */
class ContentDrag {
  #ids: readonly string[] | null = null;
  readonly #listeners = new Set<() => void>();

  /** The dragged contents; null if there are none. */
  readonly ids = (): readonly string[] | null => this.#ids;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  set(ids: readonly string[] | null): void {
    this.#ids = ids;
    for (const listener of this.#listeners) listener();
  }
}

export const contentDrag = new ContentDrag();

/** Starts to drag contents, instead of the link to one of them. */
export function startContentDrag({ dataTransfer }: DragEvent, ids: readonly string[]): void {
  dataTransfer.clearData();
  // A separate type, because the dragged contents are neither files nor a link.
  dataTransfer.setData('application/x-alcove-contents', String(ids.length));
  dataTransfer.effectAllowed = 'copy';
  // Delayed, because browsers end a drag if the page changes while it starts.
  setTimeout(() => contentDrag.set(ids));
  window.addEventListener('dragend', () => contentDrag.set(null), { once: true });
}
