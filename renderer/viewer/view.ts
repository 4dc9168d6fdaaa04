import type { ShowMessage, ShownPages, ViewFailure } from './messages.ts';

/** What shows a content in the frame. */
export interface Shown {
  /** The content has another link from now on. */
  relink(url: string): void;
}

export interface Showing extends ShowMessage {
  root: HTMLElement;
  /** With how much of it, where that is not all. */
  onShown: (pages?: ShownPages) => void;
  onFailed: (why: ViewFailure) => void;
  /** The link no longer works; another one comes by `relink`. */
  onStale: () => void;
}
