import { afterSeconds } from '../after-seconds.ts';
import { type Track, type ViewFailure, viewerKindOf } from '../messages.ts';

/** Time in seconds that a player waits for more data. */
const stalledSeconds = 20;
/** Distance in seconds within which failures count as the same position in the file. */
const samePlace = 1;

export interface MediaEvents {
  /** Called when the track can be played, and when it plays again after a failure. */
  onShown(): void;
  /** After `damaged` and `stalled` the element stays and may continue. */
  onFailed(reason: ViewFailure): void;
  /** Called when the link no longer works; `relink` sets another one. */
  onStale(): void;
  onWaiting(isWaiting: boolean): void;
}

export interface Media {
  readonly element: HTMLMediaElement;
  /** Replaces the link, and continues at the same position. */
  relink(url: string): void;
  /** Ends playback and its connection. */
  release(): void;
}

/** Creates the element of a track, which starts at `at` seconds and continues when an expired link is replaced. */
export function openMedia(track: Track, at: number, events: MediaEvents): Media {
  const element = document.createElement(viewerKindOf(track.contentType) === 'video' ? 'video' : 'audio');
  // Without a full-screen button: the page around the frame has one, and this frame has no permission for it.
  element.setAttribute('controlslist', 'nofullscreen nodownload');
  element.preload = 'auto';
  element.setAttribute('aria-label', track.title);
  const links = new Links(element, events);
  if (element instanceof HTMLVideoElement) {
    watchPicture(element, () => events.onFailed('damaged'), events.onShown);
  }
  reportStalls(element, events);
  element.src = track.url;
  if (at > 0) element.currentTime = at;
  return {
    element,
    relink: (url) => links.relink(url),
    release: () => {
      links.end();
      element.removeAttribute('src');
      element.load();
      element.remove();
    },
  };
}

/** Requests another link when the current one fails. */
class Links {
  readonly #player: HTMLMediaElement;
  readonly #events: MediaEvents;
  #next: string | undefined;
  /** Whether another link was requested that has not delivered anything yet. */
  #hasReportedStale = false;
  #isEnded = false;
  /** Position of the last failure, in seconds. */
  #failedAt = Number.NEGATIVE_INFINITY;

  constructor(player: HTMLMediaElement, events: MediaEvents) {
    this.#player = player;
    this.#events = events;
    player.addEventListener('loadeddata', () => {
      this.#hasReportedStale = false;
      events.onShown();
    });
    player.addEventListener('error', () => this.#failed());
  }

  /** Ignores errors from now on. */
  end(): void {
    this.#isEnded = true;
  }

  relink(link: string): void {
    // A playing element keeps its connection; a seek after a pause opens a new one.
    if (this.#hasReportedStale || this.#player.paused) this.#continueWith(link);
    else this.#next = link;
  }

  #failed(): void {
    if (this.#isEnded) return;
    const { error, currentTime } = this.#player;
    const isSamePlace = Math.abs(currentTime - this.#failedAt) < samePlace;
    this.#failedAt = currentTime;
    if (error?.code === MediaError.MEDIA_ERR_DECODE) this.#events.onFailed('damaged');
    else if (this.#next !== undefined) {
      const link = this.#next;
      this.#next = undefined;
      this.#continueWith(link);
    } else if (this.#hasReportedStale) this.#events.onFailed('unreadable');
    else if (isSamePlace) this.#events.onFailed('damaged');
    else {
      this.#hasReportedStale = true;
      this.#events.onStale();
    }
  }

  #continueWith(link: string): void {
    const { currentTime, paused, playbackRate } = this.#player;
    this.#player.src = link;
    this.#player.currentTime = currentTime;
    this.#player.playbackRate = playbackRate;
    // A failed `play` also causes an error event.
    if (!paused) void this.#player.play().catch(() => undefined);
  }
}

function reportStalls(player: HTMLMediaElement, { onShown, onFailed, onWaiting }: MediaEvents): void {
  let isWaiting = false;
  let isStalled = false;
  let stopWaiting = () => {};
  const report = () => {
    isStalled = true;
    onFailed('stalled');
  };
  const wait = () => {
    stopWaiting();
    if (!isWaiting && !player.paused) onWaiting(true);
    isWaiting = !player.paused;
    if (isWaiting) stopWaiting = afterSeconds(stalledSeconds, report);
  };
  const goOn = () => {
    if (isWaiting) onWaiting(false);
    isWaiting = false;
    stopWaiting();
    if (isStalled) onShown();
    isStalled = false;
  };
  player.addEventListener('waiting', wait);
  player.addEventListener('progress', () => isWaiting && wait());
  for (const sign of ['playing', 'pause', 'ended', 'emptied']) player.addEventListener(sign, goOn);
}

/** Smallest number of frames of a film whose picture is watched; a shorter one may contain a still image. */
const minFrames = 5;
/** Number of usual intervals between two frames after which the picture counts as stopped. */
const manyFrames = 10;
/** Shortest gap in seconds that counts, because a slow computer skips frames. */
const minGap = { playing: 5, atEnd: 1 };

/** Reports when the picture of a film stops while the sound continues, and when it moves again. */
function watchPicture(player: HTMLVideoElement, onStop: () => void, onMove: () => void): void {
  let frames = 0;
  let first = { time: 0, number: 0 };
  let last = 0;
  let isStopped = false;

  const next = () =>
    player.requestVideoFrameCallback((_now, { mediaTime: time, presentedFrames: number }) => {
      if (frames === 0 || time < last) first = { time, number };
      frames = number - first.number + 1;
      last = time;
      if (isStopped) onMove();
      isStopped = false;
      next();
    });
  const check = (min: number) => {
    if (isStopped || frames < minFrames || player.seeking || document.hidden) return;
    const usual = (last - first.time) / (frames - 1);
    if (player.currentTime - last <= Math.max(min, manyFrames * usual)) return;
    isStopped = true;
    onStop();
  };
  // Starts counting again, because no frames are shown in a hidden window or during a seek.
  const forget = () => {
    frames = 0;
  };
  next();
  player.addEventListener('timeupdate', () => check(minGap.playing));
  player.addEventListener('ended', () => check(minGap.atEnd));
  player.addEventListener('seeking', forget);
  document.addEventListener('visibilitychange', forget);
}
