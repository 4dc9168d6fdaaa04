import { DOMParser } from '@xmldom/xmldom';
import { describe, expect, it } from 'vitest';
import { BookArchive } from '../../../../renderer/viewer/epub/archive.ts';
import { openBook, openContents } from '../../../../renderer/viewer/epub/open-book.ts';
import type { ParseXml } from '../../../../renderer/viewer/epub/xml.ts';
import { type BookFiles, bookFiles, epub, packageOf } from '../../../support/books.ts';

const parse: ParseXml = (text) => {
  const refuse = (message: string) => {
    throw new Error(message);
  };
  const errorHandler = { warning: refuse, error: refuse, fatalError: refuse };
  return new DOMParser({ errorHandler }).parseFromString(text, 'text/xml');
};

/** Opens an archive, of which parts are loaded. */
const archiveOf = (bytes: Buffer): Promise<BookArchive> =>
  BookArchive.open(async (from, length) => bytes.subarray(from, from + length), bytes.length);

const opened = async (files: BookFiles) => openBook(await archiveOf(await epub(files)), parse);

const encryption = (path: string, algorithm: string): BookFiles => ({
  'META-INF/encryption.xml': `<encryption xmlns="urn:oasis:names:tc:opendocument:xmlns:container"
    xmlns:enc="http://www.w3.org/2001/04/xmlenc#"><enc:EncryptedData>
    <enc:EncryptionMethod Algorithm="${algorithm}"/><enc:CipherData><enc:CipherReference URI="${path}"/>
    </enc:CipherData></enc:EncryptedData></encryption>`,
});
const aes = 'http://www.w3.org/2001/04/xmlenc#aes256-cbc';
const cover = '<item id="c" href="img/cover.png" media-type="image/png" properties="cover-image"/>';

describe('a book', () => {
  it('has a title, authors, chapters in order and a cover', async () => {
    const files = bookFiles({ 'OPS/book.opf': packageOf({ items: cover }) });
    expect(await opened(files)).toMatchObject({
      title: 'The Harbour',
      authors: 'Ada Marlow, Bo Lind',
      language: 'en',
      chapters: ['OPS/one.xhtml', 'OPS/two.xhtml'],
      cover: { path: 'OPS/img/cover.png', mediaType: 'image/png' },
      isProtected: false,
    });
  });

  it('of EPUB 2 names its cover in the metadata', async () => {
    const metadata = '<meta name="cover" content="c"/>';
    const items = cover.replace(' properties="cover-image"', '');
    const files = bookFiles({ 'OPS/book.opf': packageOf({ metadata, items }) });
    expect((await opened(files)).cover?.path).toBe('OPS/img/cover.png');
  });

  it.each([
    ['chapters outside the book', packageOf({ chapters: ['https://example.org/one'] })],
    ['no chapters', packageOf({ chapters: [] })],
    ['a broken package document', '<package><manifest>'],
  ])('with %s is refused', async (_name, text) => {
    await expect(opened(bookFiles({ 'OPS/book.opf': text }))).rejects.toThrow();
  });

  it('that names no package document is refused', async () => {
    const files = bookFiles({ 'META-INF/container.xml': '<container/>' });
    await expect(opened(files)).rejects.toMatchObject({ reason: 'unreadable' });
  });

  it('with encrypted chapters is protected, and shows no encrypted cover', async () => {
    expect(await opened(bookFiles(encryption('OPS/two.xhtml', aes)))).toMatchObject({ isProtected: true });
    const covered = { 'OPS/book.opf': packageOf({ items: cover }), ...encryption('OPS/img/cover.png', aes) };
    expect(await opened(bookFiles(covered))).toMatchObject({ isProtected: false, cover: undefined });
  });

  it('with obfuscated fonts is not protected', async () => {
    const files = bookFiles(encryption('OPS/one.xhtml', 'http://www.idpf.org/2008/embedding'));
    expect((await opened(files)).isProtected).toBe(false);
  });

  it('in an archive with a password is protected', async () => {
    const archive = await archiveOf(await epub(bookFiles(), 'secret'));
    await expect(openBook(archive, parse)).rejects.toMatchObject({ reason: 'protected' });
  });
});

describe('the table of contents', () => {
  const contentsOf = async (files: BookFiles) => {
    const archive = await archiveOf(await epub(files));
    return openContents(archive, await openBook(archive, parse), parse);
  };

  it('comes from the navigation document, with its levels', async () => {
    expect(await contentsOf(bookFiles())).toEqual([
      { title: 'Morning', place: { path: 'OPS/one.xhtml', fragment: '' }, entries: [] },
      {
        title: 'Evening',
        place: { path: 'OPS/two.xhtml', fragment: '' },
        entries: [{ title: 'The boats', place: { path: 'OPS/two.xhtml', fragment: 'boats' }, entries: [] }],
      },
    ]);
  });

  it('comes from the older one where the newer is broken', async () => {
    const items = '<item id="ncx" href="toc.ncx" media-type="application/x-dtbncx+xml"/>';
    const ncx = `<ncx xmlns="http://www.daisy.org/z3986/2005/ncx/"><navMap><navPoint><navLabel><text>One</text></navLabel>
      <content src="one.xhtml#top"/></navPoint></navMap></ncx>`;
    const files = bookFiles({
      'OPS/book.opf': packageOf({ items }),
      'OPS/nav.xhtml': '<nav>',
      'OPS/toc.ncx': ncx,
    });
    expect(await contentsOf(files)).toEqual([
      { title: 'One', place: { path: 'OPS/one.xhtml', fragment: 'top' }, entries: [] },
    ]);
  });

  it('leads to nothing outside the book', async () => {
    const nav =
      '<nav xmlns="http://www.w3.org/1999/xhtml"><ol><li><a href="javascript:alert(1)">One</a></li></ol></nav>';
    expect(await contentsOf(bookFiles({ 'OPS/nav.xhtml': nav }))).toEqual([
      { title: 'One', place: undefined, entries: [] },
    ]);
  });
});
