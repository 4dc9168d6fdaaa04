import type { BookArchive, ByteBudget } from './archive.ts';
import { readerRules, sanitizedRules } from './book-styles.ts';
import { type CleanChapter, cleanChapter } from './clean-chapter.ts';

/** Limit of bytes of a chapter with its styles and images. */
const maxChapter = 128 * 1024 * 1024;
/** Limit of bytes of a chapter's text, and of all its styles. */
const maxText = 8 * 1024 * 1024;
const maxImages = 500;

const imageTypes: Record<string, string> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  svg: 'image/svg+xml',
};

/** Shows one chapter at a time in a shadow tree, so that styles of the book do not reach the controls. */
export class ChapterView {
  readonly #archive: BookArchive;
  readonly #tree: ShadowRoot;
  #urls: string[] = [];

  constructor(archive: BookArchive, host: HTMLElement) {
    this.#archive = archive;
    this.#tree = host.attachShadow({ mode: 'open' });
  }

  /** Reads a chapter. @returns a function that shows it. @throws BookProblem */
  async prepare(path: string): Promise<() => void> {
    const text = await this.#archive.readText(path, { remaining: maxText });
    const chapter = cleanChapter(text, path);
    const budget: ByteBudget = { remaining: maxChapter };
    const sheet = await this.#sheetOf(chapter);
    const images = await this.#imagesOf(chapter, budget);
    for (const link of chapter.content.querySelectorAll('a[data-path]')) {
      link.setAttribute('href', '#');
    }
    return () => {
      this.clear();
      for (const [image, blob] of images) {
        const url = URL.createObjectURL(blob);
        this.#urls.push(url);
        image.src = url;
      }
      this.#tree.adoptedStyleSheets = [sheet];
      this.#tree.replaceChildren(chapter.content);
    };
  }

  /** Shows a text instead of a chapter. */
  showMessage(text: string): void {
    this.clear();
    const paragraph = document.createElement('p');
    paragraph.textContent = text;
    this.#tree.replaceChildren(paragraph);
  }

  /** Frees the memory of the chapter. */
  clear(): void {
    for (const url of this.#urls.splice(0)) URL.revokeObjectURL(url);
    this.#tree.replaceChildren();
  }

  /** Returns the element that a link names. */
  find(fragment: string): HTMLElement | null {
    return this.#tree.getElementById(fragment);
  }

  /** Sets the function that is called when the user follows a link to a position in the book. */
  onLink(follow: (path: string, fragment: string) => void): void {
    this.#tree.addEventListener('click', (event) => {
      const link = event.target instanceof Element ? event.target.closest<HTMLElement>('a[data-path]') : null;
      if (!link) return;
      event.preventDefault();
      follow(link.dataset.path ?? '', link.dataset.fragment ?? '');
    });
  }

  async #sheetOf({ styles }: CleanChapter): Promise<CSSStyleSheet> {
    const budget: ByteBudget = { remaining: maxText };
    const texts: string[] = [];
    for (const style of styles) {
      // A style that cannot be read is left out, because the chapter is still readable.
      const read = 'text' in style ? style.text : this.#archive.readText(style.path, budget).catch(() => '');
      texts.push(sanitizedRules(await read));
    }
    const sheet = new CSSStyleSheet();
    sheet.replaceSync([readerRules, ...texts].join('\n'));
    return sheet;
  }

  async #imagesOf({ content, svgImages }: CleanChapter, budget: ByteBudget) {
    const images = new Map<HTMLImageElement, Blob>();
    const read = new Map<string, Blob | undefined>(svgImages);
    for (const image of Array.from(content.querySelectorAll('img')).slice(0, maxImages)) {
      const { path } = image.dataset;
      if (path === undefined) continue;
      if (!read.has(path)) read.set(path, await this.#imageOf(path, budget));
      const blob = read.get(path);
      if (blob) images.set(image, blob);
    }
    return images;
  }

  async #imageOf(path: string, budget: ByteBudget): Promise<Blob | undefined> {
    const type = imageTypes[path.split('.').at(-1)?.toLowerCase() ?? ''];
    if (type === undefined) return undefined;
    const bytes = await this.#archive.read(path, budget).catch(() => undefined);
    return bytes && new Blob([bytes], { type });
  }
}
