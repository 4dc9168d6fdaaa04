import { GlobalWorkerOptions, getDocument, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { afterSeconds } from './after-seconds.ts';
import type { FirstPage } from './media/pdf-media.ts';
import { thumbnailSize } from './media/thumbnail.ts';
import { PageDrawing } from './pdf-page.ts';
import PdfWorker from './pdf-worker.ts?worker&inline';
import type { ShowOptions } from './view.ts';

/** Limit of pages, because layout processes an element for each. */
const maxPages = 1000;
/** Distance from the window within which pages are drawn; pages farther away are cleared. */
const ahead = '100% 0px';
/** Limit of pixels of an image in the document; larger images are left out. */
const maxImagePixels = 64_000_000;
/** Limit of bytes of a canvas that pdf.js creates. */
const maxCanvasBytes = 128 * 1024 * 1024;
/** Time in seconds after which the worker counts as blocked if none of the waiting pages was drawn. */
const pageSeconds = 20;

window.showPdfPages = (showing) => {
  void show(showing).catch(() => showing.onFailed('unreadable'));
  // A new link is not used: drawn pages stay, and the user reopens the content for the others.
  return { relink: () => {} };
};

window.drawFirstPage = async (url): Promise<FirstPage> => {
  const pdf = await open(url);
  const page = await pdf.getPage(1);
  const natural = page.getViewport({ scale: 1 });
  const size = thumbnailSize(natural.width, natural.height);
  const viewport = page.getViewport({ scale: size.width / natural.width });
  const canvas = document.createElement('canvas');
  Object.assign(canvas, size);
  // `print`, because pdf.js then needs no animation frames, which browsers do not call in a hidden frame.
  await page.render({ canvas, viewport, intent: 'print' }).promise;
  return { pages: pdf.numPages, canvas };
};

function open(url: string): Promise<PDFDocumentProxy> {
  // The worker is bundled, because a frame with an opaque origin cannot load one from a file.
  GlobalWorkerOptions.workerPort ??= new PdfWorker();
  return getDocument({
    url,
    enableXfa: false,
    disableAutoFetch: true,
    useSystemFonts: true,
    maxImageSize: maxImagePixels,
    canvasMaxAreaInBytes: maxCanvasBytes,
  }).promise;
}

async function show({ root, url, name, texts, onShown, onFailed }: ShowOptions): Promise<void> {
  const pdf = await open(url);
  const first = await pdf.getPage(1);
  const { width, height } = first.getViewport({ scale: 1 });
  const total = pdf.numPages;
  const sections = Array.from({ length: Math.min(total, maxPages) }, (_, at) => {
    const section = document.createElement('section');
    section.ariaLabel = texts.page.replace('{page}', String(at + 1)).replace('{pages}', String(total));
    section.dataset.number = String(at + 1);
    section.style.aspectRatio = `${width} / ${height}`;
    return section;
  });
  const pages = document.createElement('main');
  pages.className = 'pages';
  pages.ariaLabel = name;
  pages.append(...sections);
  root.append(pages);
  let isReported = false;
  drawWhatIsNear(pdf, sections, {
    failure: texts.pageFailed,
    // Reports only the first page, because reports of all pages could count as a flood.
    onDrawn: () => {
      if (!isReported) onShown(total > maxPages ? { shown: maxPages, total } : undefined);
      isReported = true;
    },
    onTooHeavy: () => onFailed('too_heavy'),
  });
}

interface Drawn {
  /** Shown instead of a page that cannot be drawn. */
  failure: string;
  onDrawn: () => void;
  onTooHeavy: () => void;
}

function drawWhatIsNear(pdf: PDFDocumentProxy, sections: readonly HTMLElement[], report: Drawn): void {
  const drawn = new Map<Element, PageDrawing>();
  const draw = pageDrawer(pdf, report);
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (isIntersecting === drawn.has(target)) continue;
        if (isIntersecting) drawn.set(target, draw(target as HTMLElement));
        else {
          drawn.get(target)?.clear();
          drawn.delete(target);
        }
      }
    },
    { rootMargin: ahead },
  );
  for (const section of sections) observer.observe(section);
}

function pageDrawer(pdf: PDFDocumentProxy, { failure, onDrawn, onTooHeavy }: Drawn) {
  let waiting = 0;
  let stopWaiting = () => {};
  const changeWaiting = (by: 1 | -1) => {
    waiting += by;
    if (by === 1 && waiting > 1) return;
    stopWaiting();
    if (waiting > 0) stopWaiting = afterSeconds(pageSeconds, onTooHeavy);
  };
  return (section: HTMLElement): PageDrawing => {
    const drawing = new PageDrawing(pdf, section);
    changeWaiting(1);
    void drawing.finished
      .catch(() => {
        if (!drawing.isCleared) drawing.showMessage(failure);
      })
      .finally(() => {
        changeWaiting(-1);
        if (!drawing.isCleared) onDrawn();
      });
    return drawing;
  };
}
