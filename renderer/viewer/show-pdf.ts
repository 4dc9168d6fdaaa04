import { loadScript } from './load-script.ts';
import type { Showing, Shown } from './view.ts';

declare global {
  interface Window {
    /** Defined by `pdf.ts`, which is loaded only for a PDF. */
    showPdfPages?: (showing: Showing) => Shown;
  }
}

/** Shows a PDF; its large renderer is loaded on demand. */
export function showPdf(showing: Showing): Shown {
  let shown: Shown | undefined;
  loadScript('pdf').then(
    () => {
      shown = window.showPdfPages?.(showing);
    },
    () => showing.onFailed('unreadable'),
  );
  return { relink: (url) => shown?.relink(url) };
}
