/** What the dashboard and the frame that shows a content tell each other. The frame has an origin of its own. */

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
  words: ViewerTexts;
}

/** What the frame says, in the language of the dashboard: it has no texts of its own. */
export interface ViewerTexts {
  /** With `{page}` and `{pages}` where the numbers go. */
  page: string;
  /** In place of a page that cannot be drawn. */
  pageFailed: string;
  ownSize: string;
  showMore: string;
}

/** The same content under another link, as the one before is about to end. */
export interface LinkMessage {
  kind: 'link';
  url: string;
}

export interface SchemeMessage {
  kind: 'scheme';
  colorScheme: 'light' | 'dark';
}

/** Asks whether the frame still runs. */
export interface PingMessage {
  kind: 'ping';
}

export type ToViewer = ShowMessage | LinkMessage | SchemeMessage | PingMessage;

/** How much of a document is shown. */
export interface ShownPages {
  shown: number;
  total: number;
}

/**
 * `unreadable`: the bytes cannot be had, or are not what they are said to be; `too_heavy`: they take too long to draw;
 * `damaged`: what plays cannot be played to its end; `stalled`: no more of it arrives. After these two the player stays, and
 * may go on: then it says `shown` again.
 */
export type ViewFailure = 'unreadable' | 'too_heavy' | 'damaged' | 'stalled';

/** `alive` answers a ping; `renew`: the link has ended. */
export type FromViewer =
  | { kind: 'ready' }
  | { kind: 'alive' }
  | { kind: 'shown'; pages?: ShownPages | undefined }
  | { kind: 'renew' }
  | { kind: 'failed'; why: ViewFailure };

export type Look = 'audio' | 'video' | 'image' | 'text' | 'pdf';

const textTypes = new Set(
  ['json', 'xml', 'javascript', 'x-sh', 'x-yaml', 'yaml', 'toml', 'sql', 'x-ndjson'].map(
    (name) => `application/${name}`,
  ),
);

/** How a content of this media type is shown; undefined: it is not. */
export function lookOf(contentType: string): Look | undefined {
  const type = (contentType.split(';', 1)[0] ?? '').trim().toLowerCase();
  const family = type.split('/', 1)[0];
  if (family === 'audio' || family === 'video' || family === 'image') return family;
  if (type === 'application/pdf') return 'pdf';
  return family === 'text' || textTypes.has(type) ? 'text' : undefined;
}
