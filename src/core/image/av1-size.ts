/** Reads the bits of a sequence header in order; bits after the end are 0. */
class Bits {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  read(count: number): number {
    let value = 0;
    for (let n = 0; n < count; n += 1) {
      value = value * 2 + (((this.#bytes[this.#at >> 3] ?? 0) >> (7 - (this.#at & 7))) & 1);
      this.#at += 1;
    }
    return value;
  }
}

const sequenceHeader = 1;
/** Limit of sequence headers: encoders write one, and reading very many would block the node. */
const maxHeaders = 16;

/**
 * Reads the largest size that any picture of an AV1 stream may have (AV1 bitstream, 5.3 to 5.5). Decoders use it,
 * whatever size the surrounding file states.
 * @returns undefined for a stream without this size, unlike a still picture, or with very many headers
 */
export function av1Size(stream: Uint8Array): { width: number; height: number } | undefined {
  let largest: { width: number; height: number } | undefined;
  let headers = 0;
  let at = 0;
  while (at < stream.length) {
    const head = stream[at] as number;
    at += head & 0x04 ? 2 : 1;
    const [length, lengthBytes] = head & 0x02 ? leb128(stream, at) : [stream.length - at, 0];
    at += lengthBytes;
    if (((head >> 3) & 15) === sequenceHeader) {
      headers += 1;
      if (headers > maxHeaders) return undefined;
      const size = sizeOf(new Bits(stream.subarray(at, at + length)));
      if (!size) return undefined;
      largest = {
        width: Math.max(size.width, largest?.width ?? 0),
        height: Math.max(size.height, largest?.height ?? 0),
      };
    }
    at += length;
  }
  return largest;
}

function leb128(bytes: Uint8Array, at: number): [value: number, size: number] {
  let value = 0;
  for (let n = 0; n < 8; n += 1) {
    const byte = bytes[at + n] ?? 0;
    value += (byte & 0x7f) * 128 ** n;
    if (byte < 0x80) return [value, n + 1];
  }
  return [value, 8];
}

function sizeOf(bits: Bits): { width: number; height: number } | undefined {
  bits.read(4);
  const isReduced = bits.read(1) === 1;
  if (isReduced) bits.read(5);
  else if (!skipOperatingPoints(bits)) return undefined;
  const [widthBits, heightBits] = [bits.read(4) + 1, bits.read(4) + 1];
  if (isReduced) return { width: bits.read(widthBits) + 1, height: bits.read(heightBits) + 1 };
  // A picture may state any size that fits into these bits, and decoders do not compare it with the header.
  return { width: 2 ** widthBits, height: 2 ** heightBits };
}

/** Skips the operating points; returns whether they have no timing, as in a still picture. */
function skipOperatingPoints(bits: Bits): boolean {
  if (bits.read(1) === 1) return false;
  const hasDelay = bits.read(1) === 1;
  const points = bits.read(5) + 1;
  for (let n = 0; n < points; n += 1) {
    bits.read(12);
    if (bits.read(5) > 7) bits.read(1);
    if (hasDelay && bits.read(1) === 1) bits.read(4);
  }
  return true;
}
