import { type MediaResult, type NoMedia, viewerKindOf } from '../messages.ts';
import { audioMedia } from './audio-media.ts';
import { epubMedia } from './epub-media.ts';
import { imageMedia } from './image-media.ts';
import { MediaProblem, type MediaSource } from './media-source.ts';
import { pdfMedia } from './pdf-media.ts';
import { videoMedia } from './video-media.ts';

/** Reads the media facts of a content, and makes its thumbnail and waveform. Resolves with the reason if that fails. */
export async function makeMedia(
  { url, contentType, size }: MediaSource,
  root: HTMLElement,
): Promise<MediaResult | NoMedia> {
  try {
    return { kind: 'media', ...(await mediaOf({ url, contentType, size }, root)) };
  } catch (error) {
    return { kind: 'no_media', reason: error instanceof MediaProblem ? error.reason : 'unreadable' };
  }
}

function mediaOf(source: MediaSource, root: HTMLElement): Promise<Omit<MediaResult, 'kind'>> {
  switch (viewerKindOf(source.contentType)) {
    case 'image':
      return imageMedia(source);
    case 'video':
      return videoMedia(source, root);
    case 'audio':
      return audioMedia(source);
    case 'pdf':
      return pdfMedia(source);
    case 'epub':
      return epubMedia(source);
    default:
      throw new MediaProblem('unsupported');
  }
}
