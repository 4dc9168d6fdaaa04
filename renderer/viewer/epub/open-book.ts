import type { BookArchive, ByteBudget } from './archive.ts';
import { type ContentsEntry, readNavigation, readNcx } from './book-contents.ts';
import { type BookPackage, readPackage } from './book-package.ts';
import { resolveReference } from './book-paths.ts';
import { BookProblem } from './book-problem.ts';
import { elementsOf, type ParseXml } from './xml.ts';

export interface Book extends BookPackage {
  /** Whether chapters are encrypted for the apps of a shop (DRM). */
  isProtected: boolean;
}

/** Limit of bytes of all documents that describe the book. */
const maxDescription = 16 * 1024 * 1024;

/** Algorithms that only obfuscate fonts, without a key. */
const fontAlgorithms = new Set(['http://www.idpf.org/2008/embedding', 'http://ns.adobe.com/pdf/enc#RC']);

/** Reads the description of a book and the order of its chapters. @throws BookProblem */
export async function openBook(archive: BookArchive, parse: ParseXml): Promise<Book> {
  const budget: ByteBudget = { remaining: maxDescription };
  const readXml = async (path: string) => parse(await archive.readText(path, budget));
  const [rootFile] = elementsOf(await readXml('META-INF/container.xml'), 'rootfile');
  const place = resolveReference('', rootFile?.getAttribute('full-path') ?? '');
  if (!place?.path) throw new BookProblem('unreadable');
  const book = readPackage(await readXml(place.path), place.path);
  const encryption = 'META-INF/encryption.xml';
  const encrypted = archive.has(encryption) ? encryptedPaths(await readXml(encryption)) : new Set<string>();
  return {
    ...book,
    cover: book.cover && encrypted.has(book.cover.path) ? undefined : book.cover,
    isProtected: book.chapters.some((path) => encrypted.has(path)),
  };
}

function encryptedPaths(document: Document): Set<string> {
  const paths = elementsOf(document, 'EncryptedData')
    .filter((data) => {
      const [method] = elementsOf(data, 'EncryptionMethod');
      return !fontAlgorithms.has(method?.getAttribute('Algorithm') ?? '');
    })
    .flatMap((data) => elementsOf(data, 'CipherReference'))
    .map((reference) => resolveReference('', reference.getAttribute('URI') ?? '')?.path ?? '');
  return new Set(paths);
}

/** Reads the table of contents. Returns none if it is damaged, because the book is still readable. */
export async function openContents(
  archive: BookArchive,
  { navigation, ncx }: BookPackage,
  parse: ParseXml,
): Promise<ContentsEntry[]> {
  for (const [path, read] of [
    [navigation, readNavigation],
    [ncx, readNcx],
  ] as const) {
    if (path === undefined) continue;
    try {
      const entries = read(parse(await archive.readText(path, { remaining: maxDescription })), path);
      if (entries.length > 0) return entries;
    } catch {
      // The table of contents in the other format may be intact.
    }
  }
  return [];
}
