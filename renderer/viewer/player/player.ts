import type { FromViewer, ToPlayer, Track } from '../messages.ts';
import { type Media, openMedia } from './media.ts';
import { receiveMediaKeys, setSystemMetadata, setSystemPosition } from './media-keys.ts';

/** Shortest interval between two reports, because the page ends a frame that sends too many messages. */
const betweenReportsMs = 400;

interface Deck {
  track: Track;
  media: Media;
}

/** Plays tracks: the current one, and the next one, which is loaded in advance and starts without a message. */
export class Player {
  readonly #root: HTMLElement;
  readonly #send: (message: FromViewer) => void;
  #current: Deck | undefined;
  #ahead: Deck | undefined;
  /** Whether the dashboard wants it to play; if the element differs, the user changed it. */
  #plays = false;
  #sound = { volume: 1, isMuted: false };
  #rate = 1;
  #hasControls = false;
  readonly #reportTime = throttled(() => this.#sendTime());
  readonly #reportSound = throttled(() => this.#sendSound());

  constructor(root: HTMLElement, send: (message: FromViewer) => void) {
    this.#root = document.createElement('main');
    this.#root.className = 'player';
    root.replaceChildren(this.#root);
    this.#send = send;
    receiveMediaKeys({
      play: () => this.#change(true),
      pause: () => this.#change(false),
      seekTo: (time) => this.#seek(time),
      seekBy: (seconds) => this.#seek((this.#current?.media.element.currentTime ?? 0) + seconds),
      next: () => this.#send({ kind: 'wanted', what: 'next' }),
      previous: () => this.#send({ kind: 'wanted', what: 'previous' }),
    });
  }

  /** Handles a message of the dashboard. */
  hear(message: ToPlayer): void {
    switch (message.kind) {
      case 'load':
        this.#plays = message.plays;
        return this.#show(this.#open(message.track, message.at));
      case 'ahead':
        this.#ahead?.media.release();
        this.#ahead = message.track ? this.#open(message.track, message.at) : undefined;
        return;
      case 'relink':
        for (const deck of [this.#current, this.#ahead]) {
          if (deck?.track.key === message.key) deck.media.relink(message.url);
        }
        return;
      case 'artwork':
        if (this.#current?.track.key === message.key) setSystemMetadata(this.#current.track, message.url);
        return;
      case 'play':
        return this.#play();
      case 'pause':
        this.#plays = false;
        return this.#current?.media.element.pause();
      case 'seek':
        return this.#seek(message.time);
      default:
        return this.#adjust(message);
    }
  }

  #adjust(message: Extract<ToPlayer, { kind: 'sound' | 'rate' | 'controls' }>): void {
    if (message.kind === 'sound') this.#sound = message;
    if (message.kind === 'rate') this.#rate = message.rate;
    if (message.kind === 'controls') this.#hasControls = message.isShown;
    if (this.#current) this.#tune(this.#current);
    if (this.#ahead) this.#tune(this.#ahead);
  }

  #tune({ media: { element } }: Deck): void {
    element.volume = this.#sound.volume;
    element.muted = this.#sound.isMuted;
    element.defaultPlaybackRate = this.#rate;
    element.playbackRate = this.#rate;
    element.controls = this.#hasControls;
  }

  #open(track: Track, at: number): Deck {
    const { key } = track;
    const isCurrent = () => this.#current === deck;
    const media = openMedia(track, at, {
      onShown: () => isCurrent() && this.#send({ kind: 'shown', key }),
      // A failure of the next track is reported when that track becomes the current one.
      onFailed: (reason) => isCurrent() && this.#send({ kind: 'failed', reason, key }),
      onStale: () => this.#send({ kind: 'renew', key }),
      onWaiting: (isWaiting) => isCurrent() && this.#send({ kind: 'waiting', key, isWaiting }),
    });
    const deck = { track, media };
    this.#tune(deck);
    const { element } = media;
    for (const name of ['timeupdate', 'seeked', 'durationchange', 'pause', 'play'] as const) {
      element.addEventListener(name, () => isCurrent() && this.#reportTime());
    }
    element.addEventListener('play', () => isCurrent() && this.#differs(true));
    // A new link and an error pause an element, too.
    const isPaused = () => element.paused && !element.ended && !element.error;
    element.addEventListener('pause', () => isCurrent() && isPaused() && this.#differs(false));
    element.addEventListener('volumechange', () => isCurrent() && this.#reportSound());
    element.addEventListener('ended', () => isCurrent() && this.#ended(deck));
    return deck;
  }

  #show(deck: Deck): void {
    this.#current?.media.release();
    this.#current = deck;
    this.#root.replaceChildren(deck.media.element);
    document.title = deck.track.title;
    setSystemMetadata(deck.track, undefined);
    if (deck.media.element.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA) {
      this.#send({ kind: 'shown', key: deck.track.key });
    }
    if (this.#plays) this.#play();
  }

  #play(): void {
    this.#plays = true;
    this.#current?.media.element.play().catch((error: DOMException) => {
      // Other causes are reported by events of the element.
      if (error.name === 'NotAllowedError') this.#differs(false);
    });
  }

  #seek(time: number): void {
    if (this.#current) this.#current.media.element.currentTime = Math.max(0, time);
  }

  /** Plays or pauses as the user wants, and reports it to the dashboard. */
  #change(plays: boolean): void {
    this.#differs(plays);
    if (plays) this.#play();
    else this.#current?.media.element.pause();
  }

  #differs(plays: boolean): void {
    if (plays === this.#plays) return;
    this.#plays = plays;
    this.#send({ kind: 'paused', isPaused: !plays });
  }

  #ended({ track: { key } }: Deck): void {
    const next = this.#ahead;
    this.#ahead = undefined;
    // Starts before the report, so that the sound continues while the dashboard is busy.
    if (next && !next.media.element.error) this.#show(next);
    this.#send({ kind: 'ended', key, next: next && !next.media.element.error ? next.track.key : null });
  }

  #sendTime(): void {
    if (!this.#current) return;
    const { track, media } = this.#current;
    const { currentTime: time, duration } = media.element;
    this.#send({ kind: 'time', key: track.key, time, duration: Number.isFinite(duration) ? duration : null });
    setSystemPosition(media.element);
  }

  #sendSound(): void {
    const element = this.#current?.media.element;
    if (!element) return;
    const { volume, muted: isMuted } = element;
    if (volume === this.#sound.volume && isMuted === this.#sound.isMuted) return;
    this.#sound = { volume, isMuted };
    this.#send({ kind: 'sound', volume, isMuted });
  }
}

/** Calls `report` at once, and again after the interval if there were more calls. */
function throttled(report: () => void): () => void {
  let isPausing = false;
  let again = false;
  return function call() {
    if (isPausing) {
      again = true;
      return;
    }
    report();
    isPausing = true;
    setTimeout(() => {
      isPausing = false;
      if (again) call();
      again = false;
    }, betweenReportsMs);
  };
}
