import { loadScript } from '../load-script.ts';
import type { MediaResult } from '../messages.ts';
import { coverThumbnail } from './image-media.ts';
import { loadBytes, type MediaSource } from './media-source.ts';
import { tagText } from './tag-text.ts';

export interface BookFacts {
  title: string;
  authors: string;
  cover: Blob | undefined;
}

declare global {
  interface Window {
    /** Defined by `epub/epub.ts`, which is loaded only for an EPUB. */
    readBookFacts?: (url: string, size: number) => Promise<BookFacts>;
  }
}

/** Reads the title and authors of a book, and makes a thumbnail of its cover. */
export async function epubMedia(source: MediaSource): Promise<Omit<MediaResult, 'kind'>> {
  await loadBytes(source, 1);
  await loadScript('epub');
  if (!window.readBookFacts) throw new Error('the script of books is incomplete');
  const { title, authors, cover } = await window.readBookFacts(source.url, source.size);
  return {
    facts: { title: tagText(title), artist: tagText(authors) },
    thumbnail: cover ? await coverThumbnail(cover) : null,
    waveform: null,
  };
}
