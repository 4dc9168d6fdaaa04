import { afterSeconds } from './after-seconds.ts';
import { lookOf } from './messages.ts';
import type { Showing, Shown } from './view.ts';
import { watchPicture } from './watch-picture.ts';

/** So long a player waits for more of what it plays. */
const stalledSeconds = 20;
/** Failures so near to each other, in seconds, are one place of the file. */
const samePlace = 1;

/** Plays sound or film. A link that ends in the middle is replaced, and it goes on in the same second. */
export function showMedia(showing: Showing): Shown {
  const player = document.createElement(lookOf(showing.contentType) === 'audio' ? 'audio' : 'video');
  player.controls = true;
  // The page around has a button for it: this frame may not.
  player.setAttribute('controlslist', 'nofullscreen');
  player.preload = 'metadata';
  player.setAttribute('aria-label', showing.name);
  const links = new Links(player, showing);
  if (player instanceof HTMLVideoElement) {
    watchPicture(player, () => showing.onFailed('damaged'), showing.onShown);
  }
  tellWhereItStalls(player, showing);
  player.src = showing.url;
  const main = document.createElement('main');
  main.className = 'player';
  main.append(player);
  showing.root.append(main);
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

function tellWhereItStalls(player: HTMLMediaElement, { onShown, onFailed }: Showing): void {
  let isWaiting = false;
  let isStalled = false;
  let stopWaiting = () => {};
  const tellIt = () => {
    isStalled = true;
    onFailed('stalled');
  };
  const wait = () => {
    stopWaiting();
    isWaiting = !player.paused;
    if (isWaiting) stopWaiting = afterSeconds(stalledSeconds, tellIt);
  };
  const goOn = () => {
    isWaiting = false;
    stopWaiting();
    if (isStalled) onShown();
    isStalled = false;
  };
  player.addEventListener('waiting', wait);
  player.addEventListener('progress', () => isWaiting && wait());
  for (const sign of ['playing', 'pause', 'ended', 'emptied']) player.addEventListener(sign, goOn);
}
