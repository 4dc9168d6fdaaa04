import type { MediaFacts, MediaFailure } from '../../src/contract/dashboard-api/library/media.ts';

/** Messages between the dashboard and the viewer frame, which has another origin. */

export interface ShowMessage {
  kind: 'show';
  url: string;
  /** Media type. */
  contentType: string;
  /** Bytes. */
  size: number;
  name: string;
  /** The language of the dashboard, as a BCP 47 tag. */
  language: string;
  texts: ViewerTexts;
  /** The previous position of the reader of a book. */
  place?: ReadingPlace | undefined;
}

/** A position in a book. */
export interface ReadingPlace {
  /** From 0. */
  chapter: number;
  /** The scrolled fraction of the chapter, 0 to 1. */
  part: number;
  /** Number of chapters; unknown before the book is opened. */
  chapters?: number | undefined;
}

/** Requests a preview of a content: its first seconds, or a smaller picture. */
export interface SampleMessage {
  kind: 'sample';
  url: string;
  /** Media type. */
  contentType: string;
}

/** Requests the media facts of a content, its thumbnail and its waveform. */
export interface MediaMessage {
  kind: 'media';
  /** Content id, which the reply repeats. */
  id: string;
  url: string;
  /** Media type. */
  contentType: string;
  /** Bytes. */
  size: number;
}

/** Version of the code that makes media facts; increasing it makes them again for every content. */
export const mediaMaker = 2;

/** The media facts of a content; missing ones are unknown. */
export interface MediaResult {
  kind: 'media';
  facts: Partial<MediaFacts>;
  /** An encoded picture. */
  thumbnail: ArrayBuffer | null;
  waveform: number[] | null;
}

/** Why no media facts were made; `unavailable`: the bytes could not be loaded now. */
export interface NoMedia {
  kind: 'no_media';
  reason: Exclude<MediaFailure, 'too_slow'> | 'unavailable';
}

/** Texts of the frame in the language of the dashboard. */
export interface ViewerTexts {
  /** Contains the placeholders `{page}` and `{pages}`. */
  page: string;
  /** Shown instead of a page that cannot be drawn. */
  pageFailed: string;
  ownSize: string;
  showMore: string;
  book: BookTexts;
}

/** Texts of the reader of books. Some contain the placeholders `{chapter}` and `{chapters}`. */
export interface BookTexts {
  contents: string;
  previous: string;
  next: string;
  smaller: string;
  larger: string;
  chapter: string;
  chapterOf: string;
  /** A shorter form of the same text. */
  position: string;
  /** Shown instead of a chapter that cannot be read. */
  failed: string;
}

/** A content in the player frame; `key` names it in messages about it. */
export interface Track {
  key: number;
  url: string;
  /** Media type. */
  contentType: string;
  title: string;
  artist: string;
}

/**
 * Messages to the player frame, which plays one track and has the next one loaded. `at` and `time` are in seconds;
 * `volume` is 0 to 1; `artwork` has a data URL; `controls`: whether a film shows the controls of the browser.
 */
export type ToPlayer =
  | { kind: 'load'; track: Track; at: number; plays: boolean }
  | { kind: 'ahead'; track: Track | null; at: number }
  | { kind: 'relink'; key: number; url: string }
  | { kind: 'artwork'; key: number; url: string }
  | { kind: 'play' }
  | { kind: 'pause' }
  | { kind: 'seek'; time: number }
  | { kind: 'sound'; volume: number; isMuted: boolean }
  | { kind: 'rate'; rate: number }
  | { kind: 'controls'; isShown: boolean };

/** `link`: a new link to the same content; `ping` checks that the frame still runs. */
export type ToViewer =
  | ShowMessage
  | SampleMessage
  | MediaMessage
  | { kind: 'player'; message: ToPlayer }
  | { kind: 'link'; url: string }
  | { kind: 'scheme'; colorScheme: 'light' | 'dark' }
  | { kind: 'ping' };

export interface ShownPages {
  shown: number;
  total: number;
}

/**
 * `unreadable`: the bytes are unavailable or do not match their media type; `too_heavy`: they take too long to draw;
 * `protected`: a book is encrypted for the apps of a shop; `damaged`: playback fails before the end; `stalled`: no more
 * data arrives. After the last two the player stays and may continue: then it sends `shown` again.
 */
export type ViewFailure = 'unreadable' | 'too_heavy' | 'protected' | 'damaged' | 'stalled';

/** A preview: bytes and media type. */
export interface Sample {
  bytes: ArrayBuffer;
  contentType: string;
}

/**
 * Messages of the player frame. `paused` and `sound` report only changes that the dashboard did not request: by media
 * keys and the controls of a film. `ended`: whether the preloaded track of `next` plays now. `wanted`: a media key.
 */
export type FromPlayer =
  | { kind: 'time'; key: number; time: number; duration: number | null }
  | { kind: 'waiting'; key: number; isWaiting: boolean }
  | { kind: 'paused'; isPaused: boolean }
  | { kind: 'sound'; volume: number; isMuted: boolean }
  | { kind: 'ended'; key: number; next: number | null }
  | { kind: 'wanted'; what: 'next' | 'previous' };

/**
 * `alive` replies to a ping; `renew`: the link has expired; `sampling`: the finished fraction of a preview, 0 to 1.
 * Messages of the player frame name the track by `key`.
 */
export type FromViewer =
  | { kind: 'ready' }
  | { kind: 'alive' }
  | { kind: 'shown'; pages?: ShownPages | undefined; key?: number | undefined }
  | { kind: 'renew'; key?: number | undefined }
  | { kind: 'sampling'; done: number }
  | ({ kind: 'sample' } & Sample)
  | { kind: 'place'; place: ReadingPlace }
  | ((MediaResult | NoMedia) & { id: string })
  | { kind: 'failed'; reason: ViewFailure; key?: number | undefined }
  | FromPlayer;

export type ViewerKind = 'audio' | 'video' | 'image' | 'text' | 'pdf' | 'epub';

const textTypes = new Set(
  ['json', 'xml', 'javascript', 'x-sh', 'x-yaml', 'yaml', 'toml', 'sql', 'x-ndjson'].map(
    (name) => `application/${name}`,
  ),
);

/** Returns how a media type is shown; undefined for unsupported types. */
export function viewerKindOf(contentType: string): ViewerKind | undefined {
  const type = (contentType.split(';', 1)[0] ?? '').trim().toLowerCase();
  const family = type.split('/', 1)[0];
  if (family === 'audio' || family === 'video' || family === 'image') return family;
  if (type === 'application/pdf') return 'pdf';
  if (type === 'application/epub+zip') return 'epub';
  return family === 'text' || textTypes.has(type) ? 'text' : undefined;
}
