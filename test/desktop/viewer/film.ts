import type { Page } from '@playwright/test';

/**
 * Records moving colours in a page as WebM (VP8, and Opus for a tone). Its header contains the duration, as
 * in most films.
 */
export async function film(page: Page, wantedMs: number, hasSound = false): Promise<Buffer> {
  const recorded = await page.evaluate(
    async ([max, isHeard]) => {
      const canvas = document.createElement('canvas');
      Object.assign(canvas, { width: 320, height: 180 });
      const pen = canvas.getContext('2d') as CanvasRenderingContext2D;
      const parts: Blob[] = [];
      const stream = canvas.captureStream();
      if (isHeard) {
        const context = new AudioContext();
        const heard = context.createMediaStreamDestination();
        const tone = new OscillatorNode(context);
        tone.connect(heard);
        tone.start();
        for (const track of heard.stream.getTracks()) stream.addTrack(track);
      }
      const mimeType = `video/webm;codecs=${isHeard ? 'vp8,opus' : 'vp8'}`;
      const recorder = new MediaRecorder(stream, { mimeType });
      recorder.addEventListener('dataavailable', ({ data }) => parts.push(data));
      const stopped = new Promise((resolve) => recorder.addEventListener('stop', resolve));
      recorder.start(100);
      const start = performance.now();
      // A busy machine may not have encoded a frame in time.
      while (performance.now() - start < max || parts.every(({ size }) => size === 0)) {
        for (let n = 0; n < 30; n += 1) {
          pen.fillStyle = `hsl(${Math.random() * 360} 80% 50%)`;
          pen.fillRect(Math.random() * 320, Math.random() * 180, 30, 30);
        }
        await new Promise(requestAnimationFrame);
      }
      const ms = performance.now() - start;
      recorder.stop();
      await stopped;
      // As text, because Playwright is slow with many numbers.
      const reader = new FileReader();
      const read = new Promise((resolve) => reader.addEventListener('load', resolve));
      reader.readAsDataURL(new Blob(parts));
      await read;
      return { base64: String(reader.result).split(',', 2)[1] ?? '', ms };
    },
    [wantedMs, hasSound] as const,
  );
  return withDuration(Buffer.from(recorded.base64, 'base64'), recorded.ms);
}

/** The element `Info` of Matroska, to which a `Duration` of eight bytes is added. */
const infoId = Buffer.from('1549a966', 'hex');
const durationHead = Buffer.from('448988', 'hex');

function withDuration(webm: Buffer, ms: number): Buffer {
  const sizeAt = webm.indexOf(infoId) + infoId.length;
  const duration = Buffer.concat([durationHead, Buffer.alloc(8)]);
  duration.writeDoubleBE(ms, durationHead.length);
  const size = Buffer.from([(webm[sizeAt] ?? 0) + duration.length]);
  return Buffer.concat([webm.subarray(0, sizeAt), size, duration, webm.subarray(sizeAt + 1)]);
}
