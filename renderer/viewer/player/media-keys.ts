import type { Track } from '../messages.ts';

/** Handlers of media keys, headphones and the system's controls. */
export interface MediaKeys {
  play(): void;
  pause(): void;
  seekBy(seconds: number): void;
  seekTo(time: number): void;
  next(): void;
  previous(): void;
}

/** Seconds by which a key seeks if the system states none. */
const step = 10;

/** Sets the handlers of media keys. Some browsers have no media session. */
export function receiveMediaKeys(keys: MediaKeys): void {
  const session = navigator.mediaSession;
  if (!session) return;
  session.setActionHandler('play', () => keys.play());
  session.setActionHandler('pause', () => keys.pause());
  session.setActionHandler('nexttrack', () => keys.next());
  session.setActionHandler('previoustrack', () => keys.previous());
  session.setActionHandler('seekbackward', ({ seekOffset }) => keys.seekBy(-(seekOffset ?? step)));
  session.setActionHandler('seekforward', ({ seekOffset }) => keys.seekBy(seekOffset ?? step));
  session.setActionHandler('seekto', ({ seekTime }) => seekTime !== undefined && keys.seekTo(seekTime));
}

/** Sets what the system shows as playing. @param artwork a data URL */
export function setSystemMetadata({ title, artist }: Track, artwork: string | undefined): void {
  if (!navigator.mediaSession) return;
  navigator.mediaSession.metadata = new MediaMetadata({
    title,
    artist,
    artwork: artwork === undefined ? [] : [{ src: artwork }],
  });
}

/** Sets the position that the system shows, from an element whose length is known. */
export function setSystemPosition({ duration, currentTime, playbackRate, paused }: HTMLMediaElement): void {
  const session = navigator.mediaSession;
  if (!session) return;
  session.playbackState = paused ? 'paused' : 'playing';
  if (!Number.isFinite(duration) || duration <= 0) return;
  session.setPositionState({ duration, playbackRate, position: Math.min(currentTime, duration) });
}
