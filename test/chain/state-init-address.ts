import { createHash } from 'node:crypto';

/** The two values that a cell's hash takes from each cell below it. */
export interface Below {
  hash: Buffer;
  depth: number;
}

/** The bits of a number, most significant first; negative numbers in two's complement. */
export const bits = (value: bigint, length: number): string =>
  BigInt.asUintN(length, value).toString(2).padStart(length, '0');

export const bitsOf = (bytes: Buffer): string => bits(BigInt(`0x${bytes.toString('hex')}`), bytes.length * 8);

/** The representation hash of an ordinary cell (TVM white paper, 3.1), written without any TON library. */
export function cell(content: string, below: Below[]): Below {
  const odd = content.length % 8 !== 0;
  const padded = odd ? `${content}1`.padEnd(Math.ceil(content.length / 8) * 8, '0') : content;
  const bytes = Buffer.from((padded.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const lengthByte = Math.floor(content.length / 8) + Math.ceil(content.length / 8);
  const depths = below.map(({ depth }) => Buffer.from([depth >> 8, depth & 255]));
  const hash = createHash('sha256')
    .update(Buffer.from([below.length, lengthByte]))
    .update(bytes)
    .update(Buffer.concat(depths))
    .update(Buffer.concat(below.map((cellBelow) => cellBelow.hash)))
    .digest();
  return { hash, depth: below.length === 0 ? 0 : 1 + Math.max(...below.map(({ depth }) => depth)) };
}

/** The hash of a contract's address: that of its initial state, with code and data only. */
export const stateInitHash = (code: Below, data: Below): Buffer => cell('00110', [code, data]).hash;

/** A basechain address in the form of a cell. */
export const addressBits = (hash: Buffer): string => `100${bits(0n, 8)}${bitsOf(hash)}`;
