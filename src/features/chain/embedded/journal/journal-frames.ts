import { createHash } from 'node:crypto';

/** Marks the beginning of every frame, so that frames after damaged bytes can be found. */
const marker = Buffer.from('BLCK');
const digestBytes = 20;
export const frameHeadBytes = marker.length + 4 + 4 + digestBytes;
const longestPayload = 64 * 1024 * 1024;

/** Head of a frame: the number of its block, counted from 1, and the length of its payload. */
interface FrameHead {
  number: number;
  length: number;
  digest: Buffer;
}

export interface Frame {
  number: number;
  payload: Buffer;
}

/** Position between two blocks of a journal. */
export interface Place {
  /** Number of blocks before it. */
  blocks: number;
  /** In bytes from the beginning of the file. */
  end: number;
}

/** Reads bytes of the file; returns fewer at its end. */
export type ReadAt = (position: number, length: number) => Buffer;

/**
 * Reads and writes frames of one journal: marker, number, length, digest, payload. The digest depends on the journal's
 * secret, so that block contents cannot imitate a frame.
 */
export class Frames {
  readonly #secret: Buffer;

  constructor(secret: Buffer) {
    this.#secret = secret;
  }

  encode(number: number, payload: Buffer): Buffer {
    const head = Buffer.alloc(frameHeadBytes);
    marker.copy(head);
    head.writeUInt32BE(number, 4);
    head.writeUInt32BE(payload.length, 8);
    this.#digest(number, payload).copy(head, 12);
    return Buffer.concat([head, payload]);
  }

  /** Returns the complete frame at a position, or undefined when there is none. */
  at(position: number, read: ReadAt): Frame | undefined {
    const head = headOf(read(position, frameHeadBytes));
    if (!head || head.length > longestPayload) return undefined;
    const payload = read(position + frameHeadBytes, head.length);
    if (payload.length < head.length) return undefined;
    return this.#digest(head.number, payload).equals(head.digest)
      ? { number: head.number, payload }
      : undefined;
  }

  /**
   * Reads complete blocks in order.
   * @param from start position and number of blocks before it
   * @param onFrame receives each frame and its position
   * @returns the position after the last complete block
   */
  walk(from: Place, read: ReadAt, onFrame: (frame: Frame, position: number) => void): Place {
    let { blocks, end } = from;
    for (;;) {
      const frame = this.at(end, read);
      if (frame?.number !== blocks + 1) return { blocks, end };
      onFrame(frame, end);
      blocks += 1;
      end += frameHeadBytes + frame.payload.length;
    }
  }

  /** Returns whether a complete frame begins at a position or anywhere after it. */
  isAnyFrom(position: number, read: ReadAt): boolean {
    const step = 1024 * 1024;
    for (let from = position; ; from += step) {
      const window = read(from, step + marker.length - 1);
      for (let at = window.indexOf(marker); at !== -1; at = window.indexOf(marker, at + 1)) {
        if (this.at(from + at, read)) return true;
      }
      if (window.length < step) return false;
    }
  }

  #digest(number: number, payload: Buffer): Buffer {
    const place = Buffer.alloc(4);
    place.writeUInt32BE(number);
    return createHash('sha256')
      .update(this.#secret)
      .update(place)
      .update(payload)
      .digest()
      .subarray(0, digestBytes);
  }
}

function headOf(bytes: Buffer): FrameHead | undefined {
  if (bytes.length < frameHeadBytes || !bytes.subarray(0, marker.length).equals(marker)) return undefined;
  return { number: bytes.readUInt32BE(4), length: bytes.readUInt32BE(8), digest: bytes.subarray(12) };
}
