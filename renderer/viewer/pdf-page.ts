import { type PDFDocumentProxy, type RenderTask, TextLayer } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** Limit of drawn pixels of a page, so that no page exhausts the memory of the frame. */
const maxPixels = 16_000_000;

/** Draws one page of a PDF into its element, and removes it again. */
export class PageDrawing {
  readonly #section: HTMLElement;
  #rendering: RenderTask | undefined;
  #text: TextLayer | undefined;
  isCleared = false;
  /** Rejects if the page cannot be drawn, or is cleared before it is drawn. */
  readonly finished: Promise<void>;

  constructor(pdf: PDFDocumentProxy, section: HTMLElement) {
    this.#section = section;
    this.finished = this.#draw(pdf);
  }

  /** Frees the memory of the page, but keeps its space. */
  clear(): void {
    this.isCleared = true;
    this.#rendering?.cancel();
    this.#text?.cancel();
    // Setting the width frees the pixels, which would otherwise stay until the next garbage collection.
    for (const canvas of this.#section.querySelectorAll('canvas')) canvas.width = 0;
    this.#section.replaceChildren();
  }

  /** Shows a text instead of the page. */
  showMessage(text: string): void {
    const note = document.createElement('p');
    note.className = 'failed';
    note.textContent = text;
    this.#section.replaceChildren(note);
  }

  async #draw(pdf: PDFDocumentProxy): Promise<void> {
    const section = this.#section;
    const page = await pdf.getPage(Number(section.dataset.number));
    this.#stopIfCleared();
    const natural = page.getViewport({ scale: 1 });
    const scale = section.clientWidth / natural.width;
    const viewport = page.getViewport({ scale });
    const sharp = Math.min(devicePixelRatio, Math.sqrt(maxPixels / (viewport.width * viewport.height)));
    section.style.aspectRatio = `${natural.width} / ${natural.height}`;
    const canvas = document.createElement('canvas');
    canvas.width = Math.floor(viewport.width * sharp);
    canvas.height = Math.floor(viewport.height * sharp);
    const text = document.createElement('div');
    text.className = 'words';
    text.style.setProperty('--total-scale-factor', String(scale));
    section.replaceChildren(canvas, text);
    this.#rendering = page.render({ canvas, viewport, transform: [sharp, 0, 0, sharp, 0, 0] });
    await this.#rendering.promise;
    this.#stopIfCleared();
    this.#text = new TextLayer({ textContentSource: page.streamTextContent(), container: text, viewport });
    // The page is readable even without its text layer.
    await this.#text.render().catch(() => undefined);
    page.cleanup();
  }

  #stopIfCleared(): void {
    if (this.isCleared) throw new Error('The page is no longer near.');
  }
}
