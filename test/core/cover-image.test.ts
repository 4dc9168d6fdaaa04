import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CoverImage, coverImageOf, coverLimits } from '../../src/core/image/cover-image.ts';
import { pictureNamed, pngChunk, pngOf, samplePictures, svgBomb } from '../support/pictures.ts';
import { randomRuns } from '../support/random-runs.ts';

const { jpeg, webp, webpLossless, webpAlpha, avif, gif } = samplePictures;

/** The bytes with a range replaced. */
function changed(bytes: Buffer, at: number, by: readonly number[] | Buffer): Buffer {
  const copy = Buffer.from(bytes);
  copy.set(by, at);
  return copy;
}

const after = (bytes: Buffer, text: string) => bytes.indexOf(text, 0, 'latin1') + text.length;
/** A JPEG with so many additional scans. */
const goneOver = (bytes: Buffer, scans: number) =>
  Buffer.concat([
    bytes.subarray(0, -2),
    ...Array.from({ length: scans }, () => Buffer.from([0xff, 0xda, 0, 8, 1, 1, 0, 0, 0x3f, 0])),
  ]);
/** An AVIF whose stream repeats its size so many times. */
function statedOften(bytes: Buffer, times: number): Buffer {
  const [head, stream] = [Buffer.from('\0\0\0\0free'), Buffer.alloc(4 * times)];
  for (let at = 0; at < stream.length; at += 4) stream.set([0x0a, 2, 3, 0xf0], at);
  head.writeUInt32BE(head.length + stream.length);
  const copy = Buffer.concat([bytes, head, stream]);
  copy.writeUInt32BE(bytes.length + head.length, after(bytes, 'iloc') + 14);
  copy.writeUInt32BE(stream.length, after(bytes, 'iloc') + 18);
  return copy;
}
const jpegFrame = (bytes: Buffer) => bytes.indexOf(Buffer.from([0xff, 0xc0, 0, 0x11]));

describe('a still raster picture', () => {
  it.each([
    ['a PNG', pngOf(20, 10), 'image/png', 20, 10],
    ['a PNG with a text', pictureNamed('cover'), 'image/png', 64, 64],
    ['a JPEG', jpeg, 'image/jpeg', 20, 10],
    ['a WebP', webp, 'image/webp', 20, 10],
    ['a lossless WebP', webpLossless, 'image/webp', 20, 10],
    ['a WebP with transparency', webpAlpha, 'image/webp', 20, 10],
    ['an AVIF', avif, 'image/avif', 2, 2],
    ['a GIF', gif, 'image/gif', 1, 1],
    ['an image of the largest size', pngOf(4096, 2048), 'image/png', 4096, 2048],
  ] as const)('%s is a cover with the detected type', (_name, bytes, type, width, height) => {
    expect(coverImageOf(bytes)).toEqual({ type, width, height });
  });

  it.each([
    ['PNG', pngOf(20_000, 20_000)],
    ['PNG that is too wide', pngOf(4097, 1)],
    ['PNG of too many pixels', pngOf(4096, 2049)],
    ['JPEG', changed(jpeg, jpegFrame(jpeg) + 5, [0xff, 0xff, 0xff, 0xff])],
    ['WebP', changed(webp, after(webp, '\x9d\x01\x2a'), [0xff, 0x3f, 0xff, 0x3f])],
    ['lossless WebP', changed(webpLossless, after(webpLossless, 'VP8L') + 5, [0xff, 0xff, 0xff, 0x0f])],
    [
      'WebP with a large canvas',
      changed(webpAlpha, after(webpAlpha, 'VP8X') + 8, [255, 255, 0, 255, 255, 0]),
    ],
    ['WebP with a large picture', changed(webpAlpha, after(webpAlpha, '\x9d\x01\x2a'), [255, 63, 255, 63])],
    ['AVIF', changed(avif, after(avif, 'ispe') + 4, [0, 0, 0x40, 0, 0, 0, 0x40, 0])],
    [
      'AVIF whose stream is larger than its container states',
      changed(avif, after(avif, 'mdat') + 4, [0x18, 0x3f, 0xff, 0xff, 0xff, 0xff, 0xc0, 0]),
    ],
    [
      'AVIF whose stream allows a larger picture than it states',
      // No reduced header: both sides have 16 bits, and are stated as 64 and 1.
      changed(avif, after(avif, 'mdat') + 4, [0x10, 0, 0, 0xfb, 0xfc, 0, 0xfc, 0]),
    ],
    ['GIF', changed(gif, 6, [0xff, 0xff, 0xff, 0xff])],
    [
      'GIF whose picture is larger than its screen',
      changed(gif, gif.indexOf(0x2c) + 5, [255, 255, 255, 255]),
    ],
  ])('a huge %s is rejected', (_name, bytes) => {
    expect(coverImageOf(bytes)).toBe('too_many_pixels');
  });

  it.each([
    ['PNG', pngOf(20, 10, [pngChunk('acTL', Buffer.from([0, 0, 0, 2, 0, 0, 0, 0]))])],
    ['GIF', Buffer.concat([gif.subarray(0, -1), gif.subarray(gif.indexOf(0x2c))])],
    ['WebP', changed(webpAlpha, after(webpAlpha, 'VP8X') + 4, [0x12])],
    ['AVIF', changed(avif, 8, Buffer.from('avis'))],
  ])('an animated %s is rejected', (_name, bytes) => {
    expect(coverImageOf(bytes)).toBe('animated');
  });

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['an SVG', svgBomb()],
    ['an HTML page', Buffer.from('<!doctype html><img src=x>')],
    ['a BMP', Buffer.from('BM\0\0\0\0\0\0\0\0')],
    ['a PNG without a header', pngOf(20, 10).subarray(0, 8)],
    ['a PNG of zero pixels', pngOf(0, 10)],
    ['a PNG with two headers', pngOf(20, 10, [pngOf(20_000, 20_000).subarray(8, 33)])],
    ['a JPEG without a frame', changed(jpeg, jpegFrame(jpeg) + 1, [0xe5])],
    [
      'a JPEG with two frames',
      Buffer.concat([
        jpeg.subarray(0, jpegFrame(jpeg)),
        jpeg.subarray(jpegFrame(jpeg), jpegFrame(jpeg) + 19),
        jpeg.subarray(jpegFrame(jpeg)),
      ]),
    ],
    ['a JPEG with more than a thousand scans', goneOver(jpeg, 1000)],
    [
      'a JPEG of eight megapixels with more than thirty scans',
      goneOver(changed(jpeg, jpegFrame(jpeg) + 5, [0x08, 0, 0x10, 0]), 30),
    ],
    ['an AVIF composed of others', changed(avif, after(avif, 'infe') + 8, Buffer.from('grid'))],
    ['an AVIF without its stream', changed(avif, after(avif, 'iloc') + 14, [0xff, 0xff, 0xff, 0xff])],
    ['an AVIF whose stream states its size a thousand times', statedOften(avif, 1000)],
  ])('%s is rejected', (_name, bytes) => {
    expect(coverImageOf(bytes)).toBe('format');
  });

  it('a file of more than 4 MB is rejected, whatever its size in pixels', () => {
    const bytes = Buffer.concat([pngOf(20, 10), Buffer.alloc(coverLimits.bytes)]);
    expect(coverImageOf(bytes)).toBe('too_many_bytes');
  });
});

it('accepts many scans of a small JPEG', () => {
  expect(coverImageOf(goneOver(jpeg, 30))).toMatchObject({ type: 'image/jpeg' });
});

const samples = [pngOf(20, 10), ...Object.values(samplePictures)];

/** An image within the limits, or the reason of its rejection. */
function expectAnswer(bytes: Uint8Array): void {
  const answer: CoverImage | string = coverImageOf(bytes);
  if (typeof answer === 'string') {
    expect(['format', 'animated', 'too_many_pixels', 'too_many_bytes']).toContain(answer);
  } else {
    expect(answer.width * answer.height).toBeLessThanOrEqual(coverLimits.area);
    expect(answer.width * answer.height).toBeGreaterThan(0);
  }
}

describe('malicious bytes', () => {
  it('of any kind get a result', () => {
    const beginnings = fc.constantFrom(...samples.map((bytes) => bytes.subarray(0, 32)), Buffer.alloc(0));
    fc.assert(
      fc.property(beginnings, fc.uint8Array({ maxLength: 400 }), (beginning, rest) =>
        expectAnswer(Buffer.concat([beginning, rest])),
      ),
      { numRuns: randomRuns(2000) },
    );
  });

  it('get a result when a picture is cut, changed or repeated', () => {
    const part = (bytes: Buffer) => fc.nat(bytes.length);
    const sample = fc.constantFrom(...samples);
    const change = fc.tuple(fc.nat(600), fc.nat(255));
    fc.assert(
      fc.property(
        sample.chain((bytes) => fc.tuple(fc.constant(bytes), part(bytes), part(bytes))),
        fc.array(change, { maxLength: 8 }),
        fc.integer({ min: 1, max: 20 }),
        ([bytes, from, to], changes, times) => {
          const made = Buffer.concat([bytes.subarray(0, to), ...Array(times).fill(bytes.subarray(from))]);
          for (const [at, value] of changes) made[at % (made.length || 1)] = value;
          expectAnswer(made);
        },
      ),
      { numRuns: randomRuns(3000) },
    );
  });

  /** The largest size of a cover, so that a parser that goes back or loops does not end. */
  it.each(
    samples.flatMap((bytes, n) =>
      [
        [0],
        [0xff],
        [0x2c, 0],
        [0x21, 0],
        [0xff, 0xe0],
        [0xff, 0xc4, 0, 2],
        [0, 0, 0, 8],
        [0, 0, 0, 1, 0, 0, 0, 0],
      ].map((pattern) => [`${n}: ${pattern}`, bytes, pattern] as const),
    ),
  )('get a result when they repeat themselves (%s)', (_name, bytes, pattern) => {
    for (const keep of [16, 40, Math.floor(bytes.length / 2), bytes.length - 2]) {
      const made = Buffer.alloc(coverLimits.bytes, Buffer.from(pattern));
      made.set(bytes.subarray(0, keep));
      expectAnswer(made);
    }
  });

  it('get a result when a box claims an endless number of parts without size', () => {
    const places = after(avif, 'iloc');
    for (const sizes of [0x00, 0x04, 0x40, 0xff]) {
      expectAnswer(changed(avif, places + 4, [sizes, sizes, 0xff, 0xff, 0, 1, 0, 0, 0xff, 0xff]));
    }
  });
});
