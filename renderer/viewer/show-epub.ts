import { loadScript } from './load-script.ts';
import type { ShownContent, ShowOptions } from './view.ts';

declare global {
  interface Window {
    /** Defined by `epub/epub.ts`, which is loaded only for an EPUB. */
    showBook?: (showing: ShowOptions) => ShownContent;
  }
}

/** Shows a book; its reader is loaded on demand. */
export function showEpub(showing: ShowOptions): ShownContent {
  let shown: ShownContent | undefined;
  loadScript('epub').then(
    () => {
      shown = window.showBook?.(showing);
    },
    () => showing.onFailed('unreadable'),
  );
  return { relink: (url) => shown?.relink(url) };
}
