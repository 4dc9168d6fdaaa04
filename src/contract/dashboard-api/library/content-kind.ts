import type { ContentKind } from './content-lists.ts';

/** Media types of the kind `books`. */
export const bookTypes = [
  'application/pdf',
  'application/epub+zip',
  'application/x-mobipocket-ebook',
  'application/vnd.amazon.ebook',
  'application/x-fictionbook+xml',
  'image/vnd.djvu',
];

const kindOfFamily: Record<string, ContentKind> = { audio: 'music', video: 'video', image: 'photos' };

/** Returns the kind of a content by its media type, as the triggers of `content_order` do. */
export function kindOfType(contentType: string): ContentKind {
  const [type = ''] = contentType.split(';', 1);
  if (bookTypes.includes(type.trimEnd())) return 'books';
  const family = type.includes('/') ? type.slice(0, type.indexOf('/')) : '';
  return kindOfFamily[family] ?? 'files';
}
