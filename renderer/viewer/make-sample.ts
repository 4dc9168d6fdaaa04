import { afterSeconds } from './after-seconds.ts';
import { type Sample, type SampleMessage, viewerKindOf } from './messages.ts';

/** Length of a sample of audio or video. */
const seconds = 30;
/** Limits of samples per second and of channels; 30 seconds take 3.8 MB. */
const sound = { rate: 32_000, channels: 2 };
/**
 * Limit of bytes that are decoded for the sound: 38 seconds of lossless studio sound, which fit into memory decoded.
 */
const decodedBytes = 12 * 1024 * 1024;
/** Time limit for the start of the sound. */
const startSeconds = 2;
/** Bits per second of films; 30 seconds of both stay below 6 MB. */
const rates = { audioBitsPerSecond: 96_000, videoBitsPerSecond: 1_400_000 };
/** Longest side of a smaller picture in pixels; it is also limited to half of the original. */
const longestSide = 640;
/** Number of progress reports, because the page ends a frame that sends too many messages. */
const steps = 60;

/** A method that the types of the DOM and some browsers lack. */
interface CapturedElement extends HTMLVideoElement {
  captureStream(): MediaStream;
}

/**
 * Makes a preview of a content that this browser can decode.
 * @param onProgress called with the finished fraction, 0 to 1
 */
export async function makeSample(
  { url, contentType }: SampleMessage,
  root: HTMLElement,
  onProgress: (done: number) => void,
): Promise<Sample> {
  onProgress(0);
  const kind = viewerKindOf(contentType);
  if (kind === 'image') return smallerPicture(url);
  if (kind === 'audio') return firstSecondsOfSound(url);
  if (kind === 'video') return firstSecondsOfFilm(url, { root, onProgress });
  throw new Error('only audio, video and images have previews');
}

async function smallerPicture(url: string): Promise<Sample> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`the content was answered with ${response.status}`);
  const picture = await createImageBitmap(await response.blob());
  const factor = Math.min(0.5, longestSide / Math.max(picture.width, picture.height));
  const [width, height] = [picture.width, picture.height].map((side) =>
    Math.max(1, Math.round(side * factor)),
  );
  const canvas = new OffscreenCanvas(width as number, height as number);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('this browser has no canvas');
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  // Browsers without an encoder for WebP write PNG.
  const made = await canvas.convertToBlob({ type: 'image/webp', quality: 0.8 });
  return { bytes: await made.arrayBuffer(), contentType: made.type };
}

/** Decodes the beginning of a file without playing it. */
async function firstSecondsOfSound(url: string): Promise<Sample> {
  const response = await fetch(url, { headers: { Range: `bytes=0-${decodedBytes - 1}` } });
  if (!response.ok) throw new Error(`the content was answered with ${response.status}`);
  const context = new OfflineAudioContext(1, 1, sound.rate);
  const audio = await context.decodeAudioData(await response.arrayBuffer());
  if (audio.length === 0) throw new Error('the content has no sound');
  const channels = Array.from({ length: Math.min(sound.channels, audio.numberOfChannels) }, (_, n) =>
    audio.getChannelData(n).subarray(0, seconds * sound.rate),
  );
  return { bytes: waveOf(channels), contentType: 'audio/wav' };
}

/** Returns a WAV file (RIFF, PCM, 16 bits), which every browser plays, and which requires no encoder. */
function waveOf(channels: readonly Float32Array[]): ArrayBuffer {
  const frame = 2 * channels.length;
  const size = frame * (channels[0]?.length ?? 0);
  const file = new DataView(new ArrayBuffer(44 + size));
  const write = (at: number, text: string) => {
    for (const [n, letter] of [...text].entries()) file.setUint8(at + n, letter.charCodeAt(0));
  };
  write(0, 'RIFF');
  file.setUint32(4, 36 + size, true);
  write(8, 'WAVEfmt ');
  file.setUint32(16, 16, true);
  file.setUint16(20, 1, true);
  file.setUint16(22, channels.length, true);
  file.setUint32(24, sound.rate, true);
  file.setUint32(28, sound.rate * frame, true);
  file.setUint16(32, frame, true);
  file.setUint16(34, 16, true);
  write(36, 'data');
  file.setUint32(40, size, true);
  for (const [channel, samples] of channels.entries()) {
    for (const [n, sample] of samples.entries()) {
      file.setInt16(
        44 + n * frame + 2 * channel,
        Math.round(Math.max(-1, Math.min(1, sample)) * 32_767),
        true,
      );
    }
  }
  return file.buffer;
}

interface Recording {
  root: HTMLElement;
  onProgress: (done: number) => void;
}

/** Records a film while it plays, which takes as long as the sample. */
async function firstSecondsOfFilm(url: string, { root, onProgress }: Recording): Promise<Sample> {
  const player = document.createElement('video') as CapturedElement;
  player.crossOrigin = 'anonymous';
  player.src = url;
  root.replaceChildren(player);
  const context = new AudioContext();
  try {
    await once(player, 'loadeddata');
    const played = player.captureStream();
    const hasSound = played.getAudioTracks().length > 0 && (await isRunning(context));
    // Outside of the app, browsers start only silent films without a click in the frame.
    player.muted = !hasSound;
    const tracks = [...played.getVideoTracks(), ...(hasSound ? soundOf(player, context) : [])];
    return await record(player, new MediaStream(tracks), onProgress);
  } finally {
    player.removeAttribute('src');
    player.load();
    await context.close();
  }
}

/** Returns the sound of a player as tracks; the player becomes silent. */
function soundOf(player: HTMLVideoElement, context: AudioContext): MediaStreamTrack[] {
  const heard = context.createMediaStreamDestination();
  context.createMediaElementSource(player).connect(heard);
  return heard.stream.getAudioTracks();
}

/** Resolves when the browser allows this frame to play sound; otherwise it never resolves. */
const isRunning = (context: AudioContext): Promise<boolean> =>
  Promise.race([
    context.resume().then(() => true),
    new Promise<false>((resolve) => afterSeconds(startSeconds, () => resolve(false))),
  ]);

async function record(
  player: HTMLVideoElement,
  stream: MediaStream,
  onProgress: (done: number) => void,
): Promise<Sample> {
  const contentType = 'video/webm';
  const recorder = new MediaRecorder(stream, { ...rates, mimeType: contentType });
  const parts: Blob[] = [];
  recorder.addEventListener('dataavailable', ({ data }) => parts.push(data));
  const length = Math.min(seconds, player.duration);
  let step = 0;
  player.addEventListener('timeupdate', () => {
    const done = Math.min(1, player.currentTime / length);
    if (player.currentTime >= seconds) player.pause();
    if (Math.floor(done * steps) === step) return;
    step = Math.floor(done * steps);
    onProgress(done);
  });
  const ended = Promise.race([once(player, 'pause'), once(player, 'ended')]);
  recorder.start();
  await player.play();
  await ended;
  const stopped = new Promise((resolve) => recorder.addEventListener('stop', resolve, { once: true }));
  if (recorder.state !== 'inactive') recorder.stop();
  await stopped;
  const bytes = await new Blob(parts).arrayBuffer();
  if (bytes.byteLength === 0) throw new Error('nothing was recorded');
  return { bytes, contentType };
}

/** Resolves with an event of a player; rejects when it cannot play. */
const once = (player: HTMLVideoElement, name: string): Promise<Event> =>
  new Promise((resolve, reject) => {
    player.addEventListener(name, resolve, { once: true });
    player.addEventListener('error', () => reject(new Error('the content cannot be played')), { once: true });
  });
