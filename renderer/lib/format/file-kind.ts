import type { CollectionKind } from '../../../src/contract/collections/manifest.ts';
import { manifestType, soldCollectionType } from '../../../src/contract/collections/media-types.ts';
import { t } from '../i18n/language.ts';

/** The kinds of files to filter by, from the first half of their media type. */
export const fileKinds = ['audio', 'video', 'image', 'text'] as const;
export type FileKind = (typeof fileKinds)[number];

export function isFileKind(text: string): text is FileKind {
  return fileKinds.some((kind) => kind === text);
}

/** Returns whether a content is a collection: its list, or that of one that is sold as one. */
export function isCollectionType(contentType: string): boolean {
  return contentType === manifestType || contentType === soldCollectionType;
}

function kindOfType(contentType: string): FileKind | 'pdf' | 'book' | 'collection' | 'file' {
  const [type = ''] = contentType.split(';', 1);
  if (isCollectionType(type)) return 'collection';
  if (type === 'application/pdf') return 'pdf';
  if (type === 'application/epub+zip') return 'book';
  const [kind = ''] = type.split('/', 1);
  return isFileKind(kind) ? kind : 'file';
}

/**
 * Returns whether users identify such files by their content, e.g. songs and photos, and not by their extension, e.g.
 * `.zip`.
 */
export function isMedium(contentType: string): boolean {
  const kind = kindOfType(contentType);
  return kind !== 'file' && kind !== 'text';
}

/** Returns the name of the page in the library that lists such files. */
export function libraryPageOf(contentType: string): 'music' | 'video' | 'photos' | 'books' | 'library' {
  const pages = { audio: 'music', video: 'video', image: 'photos', pdf: 'books', book: 'books' } as const;
  const kind = kindOfType(contentType);
  return kind in pages ? pages[kind as keyof typeof pages] : 'library';
}

/** Returns the name of the kind of a file. @param collectionKind what its signed list calls a collection, if known */
export function kindOf(contentType: string, collectionKind: CollectionKind | null = null): string {
  return t(`discovery.kind.${collectionKind ?? kindOfType(contentType)}`);
}

/** Returns the title of a content without one. */
function untitledLabel(contentType: string): string {
  return t(`discovery.untitled.${kindOfType(contentType)}`);
}

/** Returns the title of a content, or a replacement for a content without one. */
export function titleOf({ title, content_type: type }: { title: string; content_type: string }): string {
  return title.trim() === '' ? untitledLabel(type) : title;
}
