import type { ReadingPlace } from '../../viewer/messages.ts';

/** The largest part of a chapter that is not yet the next chapter. */
const chapterEnd = 0.999_999;

/** Returns a place as the node stores it, in chapters: 2.5 is the middle of the third one. */
export function positionOf({ chapter, part }: ReadingPlace): number {
  return chapter + Math.min(part, chapterEnd);
}

/** Returns the place of a stored position. */
export function placeOf(position: number): ReadingPlace {
  const chapter = Math.floor(position);
  return { chapter, part: position - chapter };
}

/** Time in milliseconds after which a place is sent, because scrolling changes it all the time. */
const delayMs = 3000;

/** Sends the places of a reader to the node, at most one every few seconds. */
export class PlaceRecorder {
  readonly #send: (place: ReadingPlace) => Promise<void>;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #unsent: ReadingPlace | undefined;

  constructor(send: (place: ReadingPlace) => Promise<void>) {
    this.#send = send;
  }

  follow(place: ReadingPlace): void {
    this.#unsent = place;
    this.#timer ??= setTimeout(() => this.save(), delayMs);
  }

  /** Sends the last place, unless it was sent. */
  save(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const place = this.#unsent;
    this.#unsent = undefined;
    // A later place replaces one that could not be sent.
    if (place) this.#send(place).catch(() => undefined);
  }
}
