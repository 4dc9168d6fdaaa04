import { loadScript } from '../load-script.ts';
import type { MediaResult } from '../messages.ts';
import { coverThumbnail } from './image-media.ts';
import { lengthInMs, loadBytes, MediaProblem, type MediaSource, waitForEvent } from './media-source.ts';
import type { AudioTags } from './tags.ts';

declare global {
  interface Window {
    /** Defined by `tags.ts`, which is loaded only for audio. */
    readAudioTags?: (bytes: Uint8Array, contentType: string, size: number) => Promise<AudioTags>;
  }
}

/** Limit of decoded bytes. A larger file has no waveform, and only tags in its first part are read. */
const maxDecodedBytes = 20 * 1024 * 1024;
const headBytes = 4 * 1024 * 1024;
/** Limit of decoded seconds, because decoded sound takes 20 MB per minute. */
const maxDecodedSeconds = 20 * 60;
const peaks = 400;
/** Samples per second, which suffice for the peaks. */
const rate = 8000;

/** Reads tags, embedded cover and length of an audio file, and measures its waveform. */
export async function audioMedia(source: MediaSource): Promise<Omit<MediaResult, 'kind'>> {
  const isWhole = source.size <= maxDecodedBytes;
  const bytes = await loadBytes(source, isWhole ? maxDecodedBytes : headBytes);
  await loadScript('tags');
  // Damaged tags are left out, because the file may still be playable.
  const tags = await window
    .readAudioTags?.(new Uint8Array(bytes), source.contentType, source.size)
    .catch(() => undefined);
  const played = await playedLength(source.url);
  const seconds = played ?? tags?.seconds;
  const sound = isWhole && (seconds ?? 0) <= maxDecodedSeconds ? await decoded(bytes) : undefined;
  if (played === undefined && !sound && !tags?.seconds) throw new MediaProblem('unreadable');
  return {
    facts: { ...tags?.facts, duration_ms: lengthInMs(sound?.duration ?? seconds) },
    thumbnail: tags?.cover ? await coverThumbnail(tags.cover) : null,
    waveform: sound && sound.length > 0 ? waveformOf(sound) : null,
  };
}

/** Returns the length in seconds; undefined if this browser cannot play the file or does not know its length. */
async function playedLength(url: string): Promise<number | undefined> {
  const player = new Audio();
  player.preload = 'metadata';
  player.src = url;
  try {
    await waitForEvent(player, 'loadedmetadata');
    return Number.isFinite(player.duration) ? player.duration : undefined;
  } catch {
    return undefined;
  } finally {
    player.removeAttribute('src');
    player.load();
  }
}

const decoded = (bytes: ArrayBuffer): Promise<AudioBuffer | undefined> =>
  new OfflineAudioContext(1, 1, rate).decodeAudioData(bytes).catch(() => undefined);

/** Returns the highest level of each part of the sound, 0 to 255. */
function waveformOf(sound: AudioBuffer): number[] {
  const channels = Array.from({ length: sound.numberOfChannels }, (_, n) => sound.getChannelData(n));
  return Array.from({ length: peaks }, (_, n) => {
    const from = Math.floor((n * sound.length) / peaks);
    const to = Math.max(from + 1, Math.floor(((n + 1) * sound.length) / peaks));
    let highest = 0;
    for (const samples of channels) {
      for (let at = from; at < to; at += 1) highest = Math.max(highest, Math.abs(samples[at] ?? 0));
    }
    return Math.min(255, Math.round(highest * 255));
  });
}
