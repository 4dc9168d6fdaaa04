import type { Showing, Shown } from './view.ts';

declare global {
  interface Window {
    /** Defined by `pdf.ts`, which is loaded only for a PDF. */
    showPdfPages?: (showing: Showing) => Shown;
  }
}

/** Shows a PDF; its large renderer is loaded on demand. */
export function showPdf(showing: Showing): Shown {
  const script = document.createElement('script');
  let shown: Shown | undefined;
  script.src = '/viewer/pdf.js';
  script.addEventListener('load', () => {
    shown = window.showPdfPages?.(showing);
  });
  script.addEventListener('error', () => showing.onFailed('unreadable'));
  document.head.append(script);
  return { relink: (url) => shown?.relink(url) };
}
