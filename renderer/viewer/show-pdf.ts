import type { Showing, Shown } from './view.ts';

declare global {
  interface Window {
    /** Made by `pdf.ts`, which is loaded only when there is a PDF. */
    showPdfPages?: (showing: Showing) => Shown;
  }
}

/** Shows a PDF; what draws it is large, and comes when it is needed. */
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
