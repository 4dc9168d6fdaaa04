import type { NoMedia } from '../messages.ts';

export interface MediaSource {
  url: string;
  /** Media type. */
  contentType: string;
  /** Bytes. */
  size: number;
}

/** The reason why no media facts can be made of a content. */
export class MediaProblem extends Error {
  readonly reason: NoMedia['reason'];

  constructor(reason: NoMedia['reason']) {
    super(reason);
    this.reason = reason;
  }
}

/** Loads the beginning of a content. @throws MediaProblem `unavailable` */
export async function loadBytes({ url }: MediaSource, max: number): Promise<ArrayBuffer> {
  const unavailable = () => {
    throw new MediaProblem('unavailable');
  };
  const response = await fetch(url, { headers: { Range: `bytes=0-${max - 1}` } }).catch(unavailable);
  if (!response.ok) return unavailable();
  return response.arrayBuffer().catch(unavailable);
}

/**
 * Resolves at the next event of this name of a player.
 * @throws MediaProblem `unreadable`
 */
export const waitForEvent = (player: HTMLMediaElement, event: string): Promise<void> =>
  new Promise((resolve, reject) => {
    player.addEventListener(event, () => resolve(), { once: true });
    player.addEventListener('error', () => reject(new MediaProblem('unreadable')), { once: true });
  });

/** Returns a length in whole milliseconds; null if the file does not state it. */
export const lengthInMs = (seconds: number | undefined): number | null =>
  seconds !== undefined && Number.isFinite(seconds) && seconds > 0 && seconds < 10_000_000
    ? Math.round(seconds * 1000)
    : null;
