import type { BookTexts, ReadingPlace } from '../messages.ts';
import type { BookArchive } from './archive.ts';
import type { ContentsEntry } from './book-contents.ts';
import { ChapterView } from './chapter-view.ts';
import type { Book } from './open-book.ts';
import { makeContentsList, makeControls, type ReaderControls } from './reader-controls.ts';

interface ReaderOptions {
  root: HTMLElement;
  archive: BookArchive;
  book: Book;
  contents: readonly ContentsEntry[];
  texts: BookTexts;
  /** The previous position of the reader. */
  place: ReadingPlace | undefined;
  onPlace: (place: ReadingPlace) => void;
}

/** Where a chapter begins: at an element, at a fraction of its height, or at its previous position. */
type Start = { fragment: string } | { part: number } | 'remembered';

/** Text sizes in percent of the size that the browser uses. */
const sizes = [75, 87.5, 100, 112.5, 125, 150, 175, 200, 250];
/** Shortest interval between two reports of the position, in milliseconds. */
const reportMs = 1000;

/** Shows the chapters of a book, one at a time. */
export class BookReader {
  readonly #options: ReaderOptions;
  readonly #controls: ReaderControls;
  readonly #view: ChapterView;
  /** The scroll position of each chapter that was left, as a fraction. */
  readonly #parts = new Map<number, number>();
  #chapter = -1;
  /** Increases with each requested chapter, so that a slow chapter does not replace a later one. */
  #navigation = 0;
  #size = sizes.indexOf(100);
  #reporting: ReturnType<typeof setTimeout> | undefined;

  constructor(options: ReaderOptions) {
    this.#options = options;
    this.#controls = makeControls(options.texts);
    this.#view = new ChapterView(options.archive, this.#controls.article);
    const { bar, contents, main } = this.#controls;
    contents.append(makeContentsList(this.#listed(), (entry) => this.#followEntry(entry)));
    options.root.append(bar, contents, main);
    this.#listen();
  }

  /** Shows the previous position, or the beginning. */
  async start(): Promise<void> {
    const { place, book } = this.#options;
    const chapter = place && place.chapter < book.chapters.length ? place.chapter : 0;
    await this.#show(chapter, { part: place?.part ?? 0 });
  }

  /** Returns the table of contents, or the chapters by number if the book has none. */
  #listed(): readonly ContentsEntry[] {
    const { contents, book, texts } = this.#options;
    if (contents.length > 0) return contents;
    return book.chapters.map((path, at) => ({
      title: texts.chapter.replace('{chapter}', String(at + 1)),
      place: { path, fragment: '' },
      entries: [],
    }));
  }

  #listen(): void {
    const { contents, main, contentsButton, previous, next, smaller, larger } = this.#controls;
    contentsButton.addEventListener('click', () => this.#openContents(contents.hidden !== false));
    for (const each of previous) each.addEventListener('click', () => this.#go(this.#chapter - 1));
    for (const each of next) each.addEventListener('click', () => this.#go(this.#chapter + 1));
    smaller.addEventListener('click', () => this.#resize(this.#size - 1));
    larger.addEventListener('click', () => this.#resize(this.#size + 1));
    this.#view.onLink((path, fragment) => this.#follow(path, fragment));
    contents.addEventListener('keydown', ({ key }) => {
      if (key !== 'Escape') return;
      this.#openContents(false);
      contentsButton.focus();
    });
    main.addEventListener('keydown', (event) => {
      const { key, altKey, ctrlKey, metaKey, shiftKey } = event;
      if (altKey || ctrlKey || metaKey || shiftKey || event.target !== main) return;
      if (key === 'ArrowLeft') this.#go(this.#chapter - 1);
      if (key === 'ArrowRight') this.#go(this.#chapter + 1);
    });
    main.addEventListener('scroll', () => this.#report(), { passive: true });
  }

  #openContents(isOpen: boolean): void {
    const { contents, contentsButton } = this.#controls;
    contents.hidden = !isOpen;
    contentsButton.ariaExpanded = String(isOpen);
    if (isOpen) contents.querySelector<HTMLElement>('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  }

  #resize(to: number): void {
    this.#size = Math.max(0, Math.min(sizes.length - 1, to));
    const { article, smaller, larger } = this.#controls;
    const part = this.#part();
    article.style.fontSize = `${sizes[this.#size]}%`;
    // `ariaDisabled`, because a disabled button would lose the focus.
    smaller.ariaDisabled = String(this.#size === 0);
    larger.ariaDisabled = String(this.#size === sizes.length - 1);
    this.#scrollTo(part);
  }

  #followEntry({ place }: ContentsEntry): void {
    this.#openContents(false);
    if (place) this.#follow(place.path, place.fragment);
  }

  #follow(path: string, fragment: string): void {
    const chapter = this.#options.book.chapters.indexOf(path);
    if (chapter >= 0) void this.#show(chapter, { fragment }).then(() => this.#focus());
  }

  #go(chapter: number): void {
    const isThere = chapter >= 0 && chapter < this.#options.book.chapters.length;
    if (isThere) void this.#show(chapter, 'remembered').then(() => this.#focus());
  }

  /** Focuses the chapter, so that a screen reader announces it and the keys scroll its text. */
  #focus(): void {
    this.#controls.main.focus({ preventScroll: true });
  }

  async #show(chapter: number, start: Start): Promise<void> {
    const { book, texts } = this.#options;
    this.#navigation += 1;
    const wanted = this.#navigation;
    if (chapter !== this.#chapter) {
      const path = book.chapters[chapter] ?? '';
      const show = await this.#view.prepare(path).catch(() => () => this.#view.showMessage(texts.failed));
      if (wanted !== this.#navigation) return;
      this.#parts.set(this.#chapter, this.#part());
      show();
      this.#chapter = chapter;
      this.#label();
    }
    if (start === 'remembered') this.#scrollTo(this.#parts.get(chapter) ?? 0);
    else if ('part' in start) this.#scrollTo(start.part);
    else this.#scrollToElement(start.fragment);
    this.#report();
  }

  #label(): void {
    const { book, texts } = this.#options;
    const { main, position, previous, next, contents } = this.#controls;
    const filled = (text: string) =>
      text
        .replace('{chapter}', String(this.#chapter + 1))
        .replace('{chapters}', String(book.chapters.length));
    position.textContent = filled(texts.position);
    main.ariaLabel = filled(texts.chapterOf);
    for (const each of previous) each.disabled = this.#chapter === 0;
    for (const each of next) each.disabled = this.#chapter === book.chapters.length - 1;
    for (const each of contents.querySelectorAll('button')) each.ariaCurrent = null;
    const at = this.#listedButtons().find(({ entry }) => entry.place?.path === book.chapters[this.#chapter]);
    if (at) at.button.ariaCurrent = 'true';
  }

  /** Returns the entries that can be chosen, with their buttons. */
  #listedButtons(): { entry: ContentsEntry; button: HTMLButtonElement }[] {
    const flat = (entries: readonly ContentsEntry[]): ContentsEntry[] =>
      entries.flatMap((entry) => [entry, ...flat(entry.entries)]);
    const buttons = this.#controls.contents.querySelectorAll('button');
    return flat(this.#listed())
      .filter(({ place }) => place !== undefined)
      .flatMap((entry, at) => {
        const button = buttons[at];
        return button ? { entry, button } : [];
      });
  }

  #part(): number {
    const { scrollTop, scrollHeight, clientHeight } = this.#controls.main;
    return scrollHeight > clientHeight ? Math.min(1, scrollTop / (scrollHeight - clientHeight)) : 0;
  }

  #scrollTo(part: number): void {
    const { main } = this.#controls;
    main.scrollTop = part * (main.scrollHeight - main.clientHeight);
  }

  #scrollToElement(fragment: string): void {
    const element = fragment === '' ? null : this.#view.find(fragment);
    if (element) element.scrollIntoView();
    else this.#controls.main.scrollTop = 0;
  }

  #report(): void {
    this.#reporting ??= setTimeout(() => {
      this.#reporting = undefined;
      this.#options.onPlace({
        chapter: this.#chapter,
        part: this.#part(),
        chapters: this.#options.book.chapters.length,
      });
    }, reportMs);
  }
}
