import type { MediaResult } from '../messages.ts';
import { lengthInMs, loadBytes, type MediaSource, waitForEvent } from './media-source.ts';
import { drawThumbnail, encodeThumbnail } from './thumbnail.ts';

/** Positions of possible pictures, as fractions of the film. Several, because many films fade in from black. */
const places = [0.1, 0.25, 0.5];
/** Limit of the first position, in seconds. */
const firstAtMostS = 5;
/** Smallest mean brightness of a picture that does not count as black, 0 to 255. */
const minBrightness = 20;

/** Takes a picture from a film, with its length and size. */
export async function videoMedia(source: MediaSource, root: HTMLElement): Promise<Omit<MediaResult, 'kind'>> {
  // Loads a byte first, because a player reports the same error for an unavailable and an unreadable content.
  await loadBytes(source, 1);
  const player = document.createElement('video');
  player.crossOrigin = 'anonymous';
  player.muted = true;
  player.preload = 'auto';
  root.replaceChildren(player);
  try {
    player.src = source.url;
    await waitForEvent(player, 'loadeddata');
    await findLength(player);
    const { duration, videoWidth: width, videoHeight: height } = player;
    const thumbnail = width > 0 && height > 0 ? await posterOf(player) : null;
    const facts = { duration_ms: lengthInMs(duration), width: width || null, height: height || null };
    return { facts, thumbnail, waveform: null };
  } finally {
    player.removeAttribute('src');
    player.load();
  }
}

/** Finds the length by a seek beyond the end, because recordings of browsers do not state their length. */
async function findLength(player: HTMLVideoElement): Promise<void> {
  if (Number.isFinite(player.duration)) return;
  await seek(player, 1e9);
}

async function seek(player: HTMLVideoElement, seconds: number): Promise<void> {
  const arrived = waitForEvent(player, 'seeked');
  player.currentTime = seconds;
  await arrived;
}

async function posterOf(player: HTMLVideoElement): Promise<ArrayBuffer | null> {
  const length = Number.isFinite(player.duration) ? player.duration : 0;
  let canvas: OffscreenCanvas | undefined;
  for (const [n, place] of places.entries()) {
    await seek(player, n === 0 ? Math.min(firstAtMostS, length * place) : length * place);
    canvas = drawThumbnail(player, { width: player.videoWidth, height: player.videoHeight });
    if (brightnessOf(canvas) >= minBrightness) break;
  }
  return canvas ? encodeThumbnail(canvas) : null;
}

function brightnessOf(canvas: OffscreenCanvas): number {
  const data = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
  let sum = 0;
  for (let at = 0; at < data.length; at += 4) {
    sum += Math.max(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0);
  }
  return data.length === 0 ? 0 : sum / (data.length / 4);
}
