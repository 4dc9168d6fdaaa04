import { loadScript } from '../load-script.ts';
import type { MediaResult } from '../messages.ts';
import { loadBytes, type MediaSource } from './media-source.ts';
import { drawThumbnail, encodeThumbnail } from './thumbnail.ts';

export interface FirstPage {
  pages: number;
  canvas: HTMLCanvasElement;
}

declare global {
  interface Window {
    /** Defined by `pdf.ts`, which is loaded only for a PDF. */
    drawFirstPage?: (url: string) => Promise<FirstPage>;
  }
}

/** Draws the first page of a document, and counts its pages. */
export async function pdfMedia(source: MediaSource): Promise<Omit<MediaResult, 'kind'>> {
  await loadBytes(source, 1);
  await loadScript('pdf');
  if (!window.drawFirstPage) throw new Error('the script of documents is incomplete');
  const { pages, canvas } = await window.drawFirstPage(source.url);
  return {
    facts: { pages },
    thumbnail: await encodeThumbnail(drawThumbnail(canvas, canvas)),
    waveform: null,
  };
}
