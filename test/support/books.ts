import { BlobReader, BlobWriter, TextReader, ZipWriter } from '@zip.js/zip.js/lib/zip-core-custom.js';

/** The files of an EPUB by their paths. */
export type BookFiles = Record<string, string | Buffer>;

const container = (path: string): string =>
  `<?xml version="1.0"?><container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
  <rootfiles><rootfile full-path="${path}" media-type="application/oebps-package+xml"/></rootfiles></container>`;

/** Returns a chapter in XHTML. */
export const chapterOf = (body: string, head = ''): string =>
  `<?xml version="1.0" encoding="utf-8"?><!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops">
<head><title>Chapter</title>${head}</head><body>${body}</body></html>`;

interface PackageParts {
  /** Further elements of the metadata. */
  metadata?: string;
  /** Further elements of the manifest. */
  items?: string;
  chapters?: readonly string[];
}

/** Returns a package document in the folder of its chapters. */
export function packageOf({ metadata = '', items = '', chapters = ['one', 'two'] }: PackageParts): string {
  const listed = chapters.map(
    (name) => `<item id="${name}" href="${name}.xhtml" media-type="application/xhtml+xml"/>`,
  );
  return `<?xml version="1.0"?><package xmlns="http://www.idpf.org/2007/opf" version="3.0">
  <metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>The  Harbour</dc:title>
  <dc:creator>Ada Marlow</dc:creator><dc:creator>Bo Lind</dc:creator><dc:language>en</dc:language>${metadata}
  </metadata><manifest>${listed.join('')}${items}
  <item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/></manifest>
  <spine>${chapters.map((name) => `<itemref idref="${name}"/>`).join('')}</spine></package>`;
}

const navigation = chapterOf(`<nav epub:type="landmarks"><ol><li><a href="one.xhtml">Cover</a></li></ol></nav>
  <nav epub:type="toc"><ol><li><a href="one.xhtml">Morning</a></li>
  <li><a href="two.xhtml">Evening</a><ol><li><a href="two.xhtml#boats">The boats</a></li></ol></li></ol></nav>`);

/** Returns the files of a book with two chapters and a table of contents. */
export const bookFiles = (more: BookFiles = {}): BookFiles => ({
  mimetype: 'application/epub+zip',
  'META-INF/container.xml': container('OPS/book.opf'),
  'OPS/book.opf': packageOf({}),
  'OPS/nav.xhtml': navigation,
  'OPS/one.xhtml': chapterOf('<h1>Morning</h1><p>The tide was out.</p>'),
  'OPS/two.xhtml': chapterOf('<h1>Evening</h1><p>The tide was in.</p><h2 id="boats">The boats</h2>'),
  ...more,
});

/** Makes an EPUB. @param password encrypts the archive */
export async function epub(files: BookFiles, password?: string): Promise<Buffer> {
  const zip = new ZipWriter(new BlobWriter(), { useWebWorkers: false });
  for (const [path, content] of Object.entries(files)) {
    const reader =
      typeof content === 'string'
        ? new TextReader(content)
        : new BlobReader(new Blob([Uint8Array.from(content)]));
    await zip.add(path, reader, { ...(password !== undefined && { password }) });
  }
  return Buffer.from(await (await zip.close()).arrayBuffer());
}
