import type { BookTexts } from '../messages.ts';
import type { ContentsEntry } from './book-contents.ts';

/** The elements around the text of a book. */
export interface ReaderControls {
  bar: HTMLElement;
  contents: HTMLElement;
  main: HTMLElement;
  /** Contains the chapter. */
  article: HTMLElement;
  contentsButton: HTMLButtonElement;
  /** The buttons for the previous chapter, before and after the text. */
  previous: HTMLButtonElement[];
  next: HTMLButtonElement[];
  smaller: HTMLButtonElement;
  larger: HTMLButtonElement;
  position: HTMLElement;
}

/** Makes the controls of a book. */
export function makeControls(texts: BookTexts): ReaderControls {
  const contentsButton = button(texts.contents);
  contentsButton.className = 'list';
  contentsButton.title = texts.contents;
  contentsButton.ariaExpanded = 'false';
  contentsButton.setAttribute('aria-controls', 'contents');
  const previous = [signButton('previous', texts.previous), button(texts.previous)];
  const next = [signButton('next', texts.next), button(texts.next)];
  const smaller = signButton('smaller', texts.smaller);
  const larger = signButton('larger', texts.larger);
  const position = document.createElement('span');
  position.className = 'position';
  const bar = element('header', 'book-bar');
  bar.append(contentsButton, previous[0] ?? '', position, next[0] ?? '', smaller, larger);
  const contents = element('nav', 'book-contents');
  contents.id = 'contents';
  contents.ariaLabel = texts.contents;
  contents.hidden = true;
  const main = element('main', 'book');
  main.tabIndex = 0;
  const article = document.createElement('article');
  const after = element('div', 'book-after');
  after.append(previous[1] ?? '', next[1] ?? '');
  main.append(article, after);
  return { bar, contents, main, article, contentsButton, previous, next, smaller, larger, position };
}

/** Makes the list of chapters. @param follow called with an entry that has a position */
export function makeContentsList(
  entries: readonly ContentsEntry[],
  follow: (entry: ContentsEntry) => void,
): HTMLElement {
  const list = document.createElement('ol');
  for (const entry of entries) {
    const item = document.createElement('li');
    const title = entry.place ? button(entry.title) : element('span', '');
    title.textContent = entry.title || '–';
    if (entry.place) title.addEventListener('click', () => follow(entry));
    item.append(title);
    if (entry.entries.length > 0) item.append(makeContentsList(entry.entries, follow));
    list.append(item);
  }
  return list;
}

function button(text: string): HTMLButtonElement {
  const made = document.createElement('button');
  made.type = 'button';
  made.textContent = text;
  return made;
}

/** Creates a button whose sign comes from the style sheet, because the sign is not part of its name. */
function signButton(className: string, label: string): HTMLButtonElement {
  const made = button('');
  made.className = className;
  made.ariaLabel = label;
  made.title = label;
  return made;
}

function element(name: string, className: string): HTMLElement {
  const made = document.createElement(name);
  made.className = className;
  return made;
}
