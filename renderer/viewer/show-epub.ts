import { loadScript } from './load-script.ts';
import type { Showing, Shown } from './view.ts';

declare global {
  interface Window {
    /** Defined by `epub/epub.ts`, which is loaded only for an EPUB. */
    showBook?: (showing: Showing) => Shown;
  }
}

/** Shows a book; its reader is loaded on demand. */
export function showEpub(showing: Showing): Shown {
  let shown: Shown | undefined;
  loadScript('epub').then(
    () => {
      shown = window.showBook?.(showing);
    },
    () => showing.onFailed('unreadable'),
  );
  return { relink: (url) => shown?.relink(url) };
}
