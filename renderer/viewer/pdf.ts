import {
  GlobalWorkerOptions,
  getDocument,
  type PDFDocumentProxy,
  TextLayer,
} from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { Showing } from './main.ts';
import PdfWorker from './pdf-worker.ts?worker&inline';

/** Drawn pixels of a page at most, so that no page makes the window run out of memory. */
const mostPixels = 16_000_000;
/** Pages are drawn when they are so near to be seen. */
const ahead = '100% 0px';

window.showPdfPages = (showing) => {
  void show(showing).catch(showing.onFailed);
  // What is drawn stays, and what is yet to be read is asked for again by a new look at the content.
  return { relink: () => {} };
};

async function show({ root, url, name, words, onShown }: Showing): Promise<void> {
  // Without an origin this frame may run no worker from a file, only one that it has in itself.
  GlobalWorkerOptions.workerPort ??= new PdfWorker();
  const pdf = await getDocument({
    url,
    enableXfa: false,
    disableAutoFetch: true,
    useSystemFonts: true,
  }).promise;
  const pages = document.createElement('main');
  pages.className = 'pages';
  pages.ariaLabel = name;
  root.append(pages);
  const first = await pdf.getPage(1);
  const { width, height } = first.getViewport({ scale: 1 });
  const drawn = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue;
        drawn.unobserve(target);
        void draw(pdf, target as HTMLElement);
      }
    },
    { rootMargin: ahead },
  );
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const page = document.createElement('section');
    page.ariaLabel = words.page.replace('{page}', String(number)).replace('{pages}', String(pdf.numPages));
    page.dataset.number = String(number);
    page.style.aspectRatio = `${width} / ${height}`;
    pages.append(page);
    drawn.observe(page);
  }
  onShown();
}

async function draw(pdf: PDFDocumentProxy, section: HTMLElement): Promise<void> {
  const page = await pdf.getPage(Number(section.dataset.number));
  const natural = page.getViewport({ scale: 1 });
  const scale = section.clientWidth / natural.width;
  const viewport = page.getViewport({ scale });
  const sharp = Math.min(devicePixelRatio, Math.sqrt(mostPixels / (viewport.width * viewport.height)));
  section.style.aspectRatio = `${natural.width} / ${natural.height}`;
  const canvas = document.createElement('canvas');
  canvas.width = Math.floor(viewport.width * sharp);
  canvas.height = Math.floor(viewport.height * sharp);
  const text = document.createElement('div');
  text.className = 'words';
  text.style.setProperty('--total-scale-factor', String(scale));
  section.append(canvas, text);
  await page.render({ canvas, viewport, transform: [sharp, 0, 0, sharp, 0, 0] }).promise;
  await new TextLayer({ textContentSource: page.streamTextContent(), container: text, viewport }).render();
}
