import { parseBuffer, selectCover } from 'music-metadata';
import type { MediaFacts } from '../../../src/contract/dashboard-api/library/media.ts';

export interface AudioTags {
  facts: Partial<MediaFacts>;
  seconds: number | undefined;
  cover: Blob | undefined;
}

/** Characters of a text, as the node allows. */
const mostCharacters = 200;

window.readAudioTags = async (bytes, contentType, size) => {
  const { common, format } = await parseBuffer(
    bytes,
    { mimeType: contentType, size },
    { skipPostHeaders: true, includeChapters: false },
  );
  const picture = selectCover(common.picture);
  return {
    facts: {
      title: textOf(common.title),
      artist: textOf(common.artist),
      album: textOf(common.album),
      album_artist: textOf(common.albumartist),
      track: numberOf(common.track.no, 99_999),
      disc: numberOf(common.disk.no, 99_999),
      year: numberOf(common.year, 9999),
    },
    seconds: format.duration,
    cover: picture ? new Blob([Uint8Array.from(picture.data)], { type: picture.format }) : undefined,
  };
};

/** Returns a text without control characters, cut to the length that the node allows. */
function textOf(text: string | undefined): string | null {
  if (typeof text !== 'string') return null;
  const plain = text
    .toWellFormed()
    .replace(/\p{Cc}/gu, '')
    .trim();
  // Characters of two units are not cut in half.
  return (
    plain
      .slice(0, mostCharacters)
      .toWellFormed()
      .replace(/\ufffd$/, '') || null
  );
}

const numberOf = (number: number | null | undefined, most: number): number | null =>
  Number.isInteger(number) && Number(number) >= 0 && Number(number) <= most ? Number(number) : null;
