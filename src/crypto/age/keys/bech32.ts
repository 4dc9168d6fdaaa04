const alphabet = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const generators = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3];
const checksumLength = 6;

/**
 * Encodes Bech32 (BIP 173), in lower case.
 * @param prefix the human-readable part, in lower case
 */
export function encodeBech32(prefix: string, bytes: Uint8Array): string {
  const words = regroup(bytes, 8, 5);
  if (words === undefined) throw new RangeError('a byte has eight bits');
  const checked = polymod([...spread(prefix), ...words, ...new Array<number>(checksumLength).fill(0)]) ^ 1;
  const checksum = Array.from({ length: checksumLength }, (_, at) => (checked >> (5 * (5 - at))) & 31);
  return `${prefix}1${[...words, ...checksum].map((word) => alphabet[word]).join('')}`;
}

/**
 * @param text all in lower or all in upper case
 * @param prefix in lower case
 * @returns undefined when it is not Bech32 with this prefix, e.g. because of a typing error
 */
export function decodeBech32(prefix: string, text: string): Buffer | undefined {
  const lower = text.toLowerCase();
  if (text !== lower && text !== text.toUpperCase()) return undefined;
  if (!lower.startsWith(`${prefix}1`)) return undefined;
  const words = [...lower.slice(prefix.length + 1)].map((letter) => alphabet.indexOf(letter));
  if (words.length < checksumLength || words.includes(-1)) return undefined;
  if (polymod([...spread(prefix), ...words]) !== 1) return undefined;
  const bytes = regroup(words.slice(0, -checksumLength), 5, 8);
  return bytes && Buffer.from(bytes);
}

function polymod(words: readonly number[]): number {
  let sum = 1;
  for (const word of words) {
    const top = sum >>> 25;
    sum = ((sum & 0x1ffffff) << 5) ^ word;
    for (const [bit, generator] of generators.entries()) if ((top >>> bit) & 1) sum ^= generator;
  }
  return sum;
}

/** Expands the prefix for the checksum: its characters' high bits, a zero, their low bits. */
function spread(prefix: string): number[] {
  const codes = [...Buffer.from(prefix)];
  return [...codes.map((code) => code >> 5), 0, ...codes.map((code) => code & 31)];
}

/** Regroups bits; returns undefined when the rest of narrow groups is not padding. */
function regroup(groups: Iterable<number>, from: number, to: number): number[] | undefined {
  const result: number[] = [];
  let bits = 0;
  let held = 0;
  for (const group of groups) {
    held = ((held << from) | group) & 0xfff;
    bits += from;
    while (bits >= to) {
      bits -= to;
      result.push((held >> bits) & ((1 << to) - 1));
    }
  }
  const rest = held & ((1 << bits) - 1);
  if (from > to) return bits > 0 ? [...result, rest << (to - bits)] : result;
  return bits < from && rest === 0 ? result : undefined;
}
