import { maxEmbeddedCoverBytes } from '../media/cover-limit.ts';
import type { BookFacts } from '../media/epub-media.ts';
import type { ShownContent, ShowOptions } from '../view.ts';
import { BookArchive } from './archive.ts';
import { BookBytes } from './book-bytes.ts';
import { BookProblem } from './book-problem.ts';
import { BookReader } from './book-reader.ts';
import { openBook, openContents } from './open-book.ts';
import { parseXml } from './xml.ts';

window.showBook = (showing): ShownContent => {
  const bytes = new BookBytes(showing.url, showing.onStale);
  show(showing, bytes).catch((error) => {
    const reason = error instanceof BookProblem ? error.reason : 'unreadable';
    showing.onFailed(reason === 'too_large' ? 'too_heavy' : reason);
  });
  return { relink: (url) => bytes.relink(url) };
};

async function show(
  { root, size, texts, place, onShown, onPlace }: ShowOptions,
  bytes: BookBytes,
): Promise<void> {
  const archive = await BookArchive.open((from, length) => bytes.load(from, length), size);
  const book = await openBook(archive, parseXml);
  if (book.isProtected) throw new BookProblem('protected');
  const contents = await openContents(archive, book, parseXml);
  root.lang = book.language;
  const reader = new BookReader({ root, archive, book, contents, texts: texts.book, place, onPlace });
  await reader.start();
  onShown();
}

window.readBookFacts = async (url, size): Promise<BookFacts> => {
  const bytes = new BookBytes(url, () => {});
  const archive = await BookArchive.open((from, length) => bytes.load(from, length), size);
  const { title, authors, cover } = await openBook(archive, parseXml);
  // An unreadable cover is left out, because the title is still useful.
  const picture =
    cover && (await archive.read(cover.path, { remaining: maxEmbeddedCoverBytes }).catch(() => undefined));
  return { title, authors, cover: picture && new Blob([picture], { type: cover.mediaType }) };
};
