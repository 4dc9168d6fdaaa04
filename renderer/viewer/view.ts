import type { ReadingPlace, ShowMessage, ShownPages, ViewFailure } from './messages.ts';

export interface ShownContent {
  /** Replaces the link to the content. */
  relink(url: string): void;
}

export interface ShowOptions extends ShowMessage {
  root: HTMLElement;
  /** Called with the number of shown pages if some are left out. */
  onShown: (pages?: ShownPages) => void;
  onFailed: (reason: ViewFailure) => void;
  /** Called when the reader of a book moves to another position. */
  onPlace: (place: ReadingPlace) => void;
  /** Called when the link no longer works; `relink` sets another one. */
  onStale: () => void;
}
