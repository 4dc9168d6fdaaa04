import { parseBuffer, selectCover } from 'music-metadata';
import type { MediaFacts } from '../../../src/contract/dashboard-api/library/media.ts';
import { tagText } from './tag-text.ts';

export interface AudioTags {
  facts: Partial<MediaFacts>;
  seconds: number | undefined;
  cover: Blob | undefined;
}

window.readAudioTags = async (bytes, contentType, size) => {
  const { common, format } = await parseBuffer(
    bytes,
    { mimeType: contentType, size },
    { skipPostHeaders: true, includeChapters: false },
  );
  const picture = selectCover(common.picture);
  return {
    facts: {
      title: tagText(common.title),
      artist: tagText(common.artist),
      album: tagText(common.album),
      album_artist: tagText(common.albumartist),
      track: numberOf(common.track.no, 99_999),
      disc: numberOf(common.disk.no, 99_999),
      year: numberOf(common.year, 9999),
    },
    seconds: format.duration,
    cover: picture ? new Blob([Uint8Array.from(picture.data)], { type: picture.format }) : undefined,
  };
};

const numberOf = (number: number | null | undefined, max: number): number | null =>
  Number.isInteger(number) && Number(number) >= 0 && Number(number) <= max ? Number(number) : null;
