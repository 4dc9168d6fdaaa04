import type { LocalContent } from '../../contract/dashboard-api/content.ts';
import {
  type ContentMedia,
  type MediaDetails,
  type MediaUpload,
  mediaLimits,
  mediaUpload,
  type WaitingMedia,
} from '../../contract/dashboard-api/library/media.ts';
import { type Clock, systemClock } from '../../core/clock.ts';
import { contentIdOf } from '../../core/content-id.ts';
import { coverImageOf } from '../../core/image/cover-image.ts';
import { readNumberCursor, writeNumberCursor } from '../../core/lists/cursors.ts';
import { inputErrorAt } from '../../core/messages/input-error.ts';
import { NodeError } from '../../core/node-error.ts';
import { printable } from '../../core/printable.ts';
import { asWrite } from '../../platform/blobs/store/disk-errors.ts';
import type { Catalogue } from '../content/index.ts';
import type { MediaRepository, MediaRow, Thumbnail } from './media-repository.ts';

export interface MediaServiceOptions {
  repository: MediaRepository;
  catalogue: Pick<Catalogue, 'find' | 'get'>;
  /** Returns whether a content is restricted; its thumbnail is never shown. */
  isRestricted: (sha256: Buffer) => boolean;
  clock?: Clock;
  onChange?: () => void;
}

/** The media of a content as in lists. */
type ListedMedia = Pick<LocalContent, 'media' | 'thumbnail_url'>;

const thumbnailTypes = new Set(['image/webp', 'image/jpeg', 'image/png']);

/** Keeps the media facts, which the dashboard makes. */
export class MediaService {
  readonly #options: MediaServiceOptions;

  constructor(options: MediaServiceOptions) {
    this.#options = options;
  }

  /** Returns the facts and the waveform of a content. @throws NodeError `content_not_found`, `blocked` */
  get(sha256: Buffer): MediaDetails {
    const { catalogue, repository } = this.#options;
    catalogue.get(sha256);
    const row = repository.get(sha256);
    const waveform = repository.waveform(sha256);
    return { media: row ? toContentMedia(row) : null, waveform: waveform && [...waveform] };
  }

  /** Returns contents without media facts. @throws NodeError `invalid_request` for an invalid cursor */
  waiting(maker: number, cursor: string | undefined): WaitingMedia {
    const { rows, next } = this.#options.repository.waiting(maker, readNumberCursor(cursor));
    return {
      items: rows.map(({ sha256, contentType, size }) => ({
        content_id: contentIdOf(sha256),
        content_type: contentType,
        size,
      })),
      next_cursor: next === undefined ? null : writeNumberCursor(next),
    };
  }

  /** Returns media by the numbers of their contents. */
  listed(contents: readonly { number: number; sha256: Buffer }[]): (number: number) => ListedMedia {
    const { repository, isRestricted } = this.#options;
    const rows = repository.of(contents.map(({ number }) => number));
    const hashes = new Map(contents.map(({ number, sha256 }) => [number, sha256]));
    return (number) => {
      const row = rows.get(number);
      const sha256 = hashes.get(number);
      if (!row || !sha256) return { media: null, thumbnail_url: null };
      const isShown = row.thumbnailType !== null && !isRestricted(sha256);
      const url = `/thumbnails/${contentIdOf(sha256)}?v=${row.madeAt.toString(36)}`;
      return { media: toContentMedia(row), thumbnail_url: isShown ? url : null };
    };
  }

  /**
   * Replaces the media facts of a content.
   * @throws NodeError `content_not_found`, `blocked`, `insufficient_storage`; `invalid_request` for a thumbnail that is
   *   not a small still picture
   */
  put(sha256: Buffer, { thumbnail, waveform, ...facts }: MediaUpload): MediaDetails {
    const { catalogue, repository, clock = systemClock, onChange } = this.#options;
    const { number } = catalogue.get(sha256);
    const media = {
      sha256,
      number,
      facts: { ...facts, ...cleaned(facts), failure: facts.state === 'failed' ? facts.failure : null },
      thumbnail: thumbnail === null ? null : checkedThumbnail(Buffer.from(thumbnail, 'base64')),
      waveform: waveform && Buffer.from(waveform),
      madeAt: clock(),
    };
    asWrite(() => repository.put(media));
    onChange?.();
    return this.get(sha256);
  }

  /** Records a length that the seller of an encrypted content states, unless the content has facts. */
  addLength(sha256: Buffer, durationMs: number): void {
    const { catalogue, repository } = this.#options;
    const facts = mediaUpload.safeParse({ state: 'made', maker: 1, duration_ms: durationMs }).data;
    if (facts && catalogue.find(sha256) && !repository.get(sha256)) this.put(sha256, facts);
  }

  /** Returns the title and artist in the bytes of a content; undefined where it has no facts. */
  factsOf(sha256: Buffer): Pick<ContentMedia, 'title' | 'artist'> | undefined {
    return this.#options.repository.get(sha256);
  }

  /** Returns the thumbnail of a stored content, unless that is for sale. */
  shownThumbnail(sha256: Buffer): Thumbnail | undefined {
    const { catalogue, repository, isRestricted } = this.#options;
    const isShown = catalogue.find(sha256) !== undefined && !isRestricted(sha256);
    return isShown ? repository.thumbnail(sha256) : undefined;
  }

  /** Returns a thumbnail that may be shown. @throws NodeError `content_not_found` */
  thumbnail(sha256: Buffer): Thumbnail {
    const thumbnail = this.shownThumbnail(sha256);
    if (!thumbnail) throw new NodeError('content_not_found', 'content.thumbnailNotFound');
    return thumbnail;
  }
}

const toContentMedia = ({ madeAt, thumbnailType, ...media }: MediaRow): ContentMedia => media;

/** Removes characters from the texts of a file that would garble the line in which they are shown. */
function cleaned(facts: Pick<ContentMedia, 'title' | 'artist' | 'album' | 'album_artist'>) {
  const clean = (text: string | null) => (text === null ? null : printable(text).trim() || null);
  const { title, artist, album, album_artist } = facts;
  return {
    title: clean(title),
    artist: clean(artist),
    album: clean(album),
    album_artist: clean(album_artist),
  };
}

function checkedThumbnail(bytes: Buffer): Thumbnail {
  const image = coverImageOf(bytes);
  const isFit =
    bytes.length <= mediaLimits.thumbnailBytes &&
    typeof image !== 'string' &&
    thumbnailTypes.has(image.type) &&
    Math.max(image.width, image.height) <= mediaLimits.thumbnailPixels;
  if (isFit) return { type: image.type, bytes };
  throw new NodeError('invalid_request', 'content.thumbnailInvalid', {
    errors: [inputErrorAt('body.thumbnail', 'content.thumbnailInvalid')],
  });
}
