import { loadScript } from './load-script.ts';
import type { ShownContent, ShowOptions } from './view.ts';

declare global {
  interface Window {
    /** Defined by `pdf.ts`, which is loaded only for a PDF. */
    showPdfPages?: (showing: ShowOptions) => ShownContent;
  }
}

/** Shows a PDF; its large renderer is loaded on demand. */
export function showPdf(showing: ShowOptions): ShownContent {
  let shown: ShownContent | undefined;
  loadScript('pdf').then(
    () => {
      shown = window.showPdfPages?.(showing);
    },
    () => showing.onFailed('unreadable'),
  );
  return { relink: (url) => shown?.relink(url) };
}
