import { afterSeconds } from './after-seconds.ts';
import type { Showing, Shown } from './main.ts';
import { lookOf } from './messages.ts';

/** So long a player waits for more of what it plays. */
const stalledSeconds = 20;
/** Failures so near to each other, in seconds, are one place of the file. */
const samePlace = 1;
/** A film that ends before so much of its length is cut off or damaged. */
const wholeFilm = 0.95;

/** Plays sound or film. A link that ends in the middle is replaced, and it goes on in the same second. */
export function showMedia(showing: Showing): Shown {
  const player = document.createElement(lookOf(showing.contentType) === 'audio' ? 'audio' : 'video');
  player.controls = true;
  player.preload = 'metadata';
  player.setAttribute('aria-label', showing.name);
  const links = new Links(player, showing);
  if (player instanceof HTMLVideoElement) tellWhereItEndsEarly(player, showing);
  tellWhereItStalls(player, showing);
  player.src = showing.url;
  showing.root.append(player);
  return { relink: (link) => links.relink(link) };
}

/** Asks for another link when the one at hand no longer gives anything. */
class Links {
  readonly #player: HTMLMediaElement;
  readonly #showing: Showing;
  #next: string | undefined;
  /** Whether another link was asked for, and gave nothing yet. */
  #asked = false;
  /** Where the player was when it last failed, in seconds. */
  #failedAt = Number.NEGATIVE_INFINITY;

  constructor(player: HTMLMediaElement, showing: Showing) {
    this.#player = player;
    this.#showing = showing;
    player.addEventListener('loadeddata', () => {
      this.#asked = false;
      showing.onShown();
    });
    player.addEventListener('error', () => this.#failed());
  }

  relink(link: string): void {
    // What plays has a connection that stays; a new one is needed when it seeks after a pause.
    if (this.#asked || this.#player.paused) this.#goOn(link);
    else this.#next = link;
  }

  #failed(): void {
    const { error, currentTime } = this.#player;
    const isSamePlace = Math.abs(currentTime - this.#failedAt) < samePlace;
    this.#failedAt = currentTime;
    if (error?.code === MediaError.MEDIA_ERR_DECODE) this.#showing.onFailed('damaged');
    else if (this.#next !== undefined) {
      const link = this.#next;
      this.#next = undefined;
      this.#goOn(link);
    } else if (this.#asked) this.#showing.onFailed('unreadable');
    else if (isSamePlace) this.#showing.onFailed('damaged');
    else {
      this.#asked = true;
      this.#showing.onStale();
    }
  }

  #goOn(link: string): void {
    const { currentTime, paused, playbackRate } = this.#player;
    this.#player.src = link;
    this.#player.currentTime = currentTime;
    this.#player.playbackRate = playbackRate;
    // Where it cannot be played, there is an error event as well.
    if (!paused) void this.#player.play().catch(() => undefined);
  }
}

/**
 * A browser ends a film that cannot be read on from some place as if that were its end. The length of sound is often a
 * guess.
 */
function tellWhereItEndsEarly(player: HTMLMediaElement, { onFailed }: Showing): void {
  let promised = 0;
  player.addEventListener('durationchange', () => {
    if (Number.isFinite(player.duration)) promised = Math.max(promised, player.duration);
  });
  player.addEventListener('ended', () => {
    if (player.currentTime < promised * wholeFilm) onFailed('damaged');
  });
}

function tellWhereItStalls(player: HTMLMediaElement, { onFailed }: Showing): void {
  let isWaiting = false;
  let stopWaiting = () => {};
  const wait = () => {
    stopWaiting();
    isWaiting = !player.paused;
    if (isWaiting) stopWaiting = afterSeconds(stalledSeconds, () => onFailed('stalled'));
  };
  const goOn = () => {
    isWaiting = false;
    stopWaiting();
  };
  player.addEventListener('waiting', wait);
  player.addEventListener('progress', () => isWaiting && wait());
  for (const sign of ['playing', 'pause', 'ended', 'emptied']) player.addEventListener(sign, goOn);
}
