import { expect } from 'vitest';
import { bytesOf } from './seller.ts';

const KiB = 1024;
export const MiB = KiB * KiB;
const chunk = 64 * KiB;

/** A large virtual file, any part of which can be generated. No two of its words of four bytes are the same. */
export class LargeVideo {
  readonly size: number;
  readonly #seed = Math.floor(Math.random() * 2 ** 32);

  /** @param size bytes, a multiple of four up to 16 GiB */
  constructor(size: number) {
    this.size = size;
  }

  /** @param end inclusive, as in HTTP */
  bytes(start: number, end: number): Buffer {
    const first = Math.floor(start / 4);
    const words = new Uint32Array(Math.floor(end / 4) - first + 1);
    for (let at = 0; at < words.length; at += 1) words[at] = Math.imul(first + at, 0x9e3779b1) ^ this.#seed;
    return Buffer.from(words.buffer, start - 4 * first, end - start + 1);
  }

  stream(): ReadableStream<Uint8Array> {
    let position = 0;
    return new ReadableStream({
      pull: (controller) => {
        if (position === this.size) return controller.close();
        const start = position;
        position = Math.min(this.size, start + MiB);
        controller.enqueue(this.bytes(start, position - 1));
      },
    });
  }
}

/**
 * Returns ranges at the ends of a file, at the ends of chunks and blocks, and at random positions. Both ends are
 * inclusive.
 */
function ranges({ size }: LargeVideo, random: number): [number, number][] {
  const last = size - 1;
  const edges = [0, 1, 2, 7, 8, 9, 511].flatMap((back) => [back, Math.floor(last / chunk) - back]);
  const around = edges.filter((index) => index > 0).map((index) => index * chunk);
  const anywhere = Array.from({ length: random }, () => Math.floor(Math.random() * (size - MiB)));
  return [
    ...[[0, 0] as const, [last, last] as const, [last - chunk, last] as const],
    ...around.flatMap((at) => [[at, at] as const, [at - 1, at] as const, [at - 1, at + chunk] as const]),
    ...anywhere.map((at) => [at, at + Math.floor(Math.random() * MiB)] as const),
  ].map(([start, end]) => [start, Math.min(end, last)]);
}

/**
 * Reads parts through a link and compares each byte.
 * @returns the duration of each read in ms
 */
export async function seekIn(url: string, video: LargeVideo, random: number): Promise<number[]> {
  const times: number[] = [];
  const last = video.size - 1;
  const compare = async (range: string, start: number, end: number) => {
    const began = performance.now();
    const response = await fetch(url, { headers: { Range: `bytes=${range}` } });
    const bytes = await bytesOf(response, 206);
    times.push(performance.now() - began);
    expect(response.headers.get('content-range')).toBe(`bytes ${start}-${end}/${video.size}`);
    expect(bytes.equals(video.bytes(start, end)), range).toBe(true);
  };
  for (const [start, end] of ranges(video, random)) await compare(`${start}-${end}`, start, end);
  for (const length of [1, chunk - 1, chunk, chunk + 1, 3 * MiB]) {
    await compare(`-${length}`, video.size - length, last);
    await compare(`${video.size - length}-`, video.size - length, last);
  }
  return times;
}

/** Reads the whole file through a link and compares it. */
export async function readWhole(url: string, video: LargeVideo): Promise<void> {
  const response = await fetch(url);
  expect([response.status, response.headers.get('content-length')]).toEqual([200, `${video.size}`]);
  let position = 0;
  for await (const piece of response.body ?? []) {
    const end = position + piece.length - 1;
    if (!video.bytes(position, end).equals(piece)) throw new Error(`wrong between ${position} and ${end}`);
    position = end + 1;
  }
  expect(position).toBe(video.size);
}
