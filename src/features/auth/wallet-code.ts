import type { Cell } from '@ton/core';
import { addressParts, type RawAddress } from '../../core/ton/ton-address.ts';

/** Position of the key in the first data of a wallet contract, and the length of the data, in bits. */
interface Layout {
  version: string;
  keyAt: number;
  bits: number;
}

/**
 * Published code hashes of the wallets in use, and their first data: v3 is seqno 32, subwallet 32, key; v4 adds a bit
 * for plugins; v5 beta is seqno 33, wallet id 80, key, a bit for extensions; v5R1 is a bit for signatures allowed,
 * seqno 32, wallet id 32, key, a bit for extensions.
 */
const layouts = new Map<string, Layout>([
  [
    'b61041a58a7980b946e8fb9e198e3c904d24799ffa36574ea4251c41a566f581',
    { version: 'v3R1', keyAt: 64, bits: 320 },
  ],
  [
    '84dafa449f98a6987789ba232358072bc0f76dc4524002a5d0918b9a75d2d599',
    { version: 'v3R2', keyAt: 64, bits: 320 },
  ],
  [
    '64dd54805522c5be8a9db59cea0105ccf0d08786ca79beb8cb79e880a8d7322d',
    { version: 'v4R1', keyAt: 64, bits: 321 },
  ],
  [
    'feb5ff6820e2ff0d9483e7e0d62c817d846789fb4ae580c878866d959dabd5c0',
    { version: 'v4R2', keyAt: 64, bits: 321 },
  ],
  [
    'f3d7ca53493deedac28b381986a849403cbac3d2c584779af081065af0ac4b93',
    { version: 'v5Beta', keyAt: 113, bits: 370 },
  ],
  [
    '20834b7b72b112147e1b2fb457b84e74d1a30f04f737d4f62a668e9552d2b72f',
    { version: 'v5R1', keyAt: 65, bits: 322 },
  ],
]);

/** A wallet's key and the known properties of its contract. */
export interface WalletKey {
  version: string;
  /** 32 bytes. */
  publicKey: Buffer;
}

/** The largest state init of a known wallet has 800 bytes. */
const maxBocBytes = 4096;

/** The five bits of a state init with code and data and nothing else (no split depth, special, libraries). */
const codeAndData = '00110';

/**
 * Reads the key from a wallet's state init. Its hash must equal the address, so that the key is verified by the chain
 * and not claimed by the client.
 * @param stateInit the bag of cells in base64
 * @returns `not_this_wallet` when it is malformed or belongs to another address; `unknown_code` when it matches the
 *   address but not a known wallet, or its first data contains more than a key
 */
export async function keyOfStateInit(
  stateInit: string,
  address: RawAddress,
): Promise<WalletKey | 'not_this_wallet' | 'unknown_code'> {
  const root = await parseCell(stateInit);
  if (!root?.hash().equals(addressParts(address).hash)) return 'not_this_wallet';
  const [code, data] = root.refs;
  if (bitsOf(root) !== codeAndData || root.refs.length !== 2) return 'unknown_code';
  const layout = layouts.get(code?.hash().toString('hex') ?? '');
  if (!layout || !data || data.isExotic || data.bits.length !== layout.bits || data.refs.length > 0) {
    return 'unknown_code';
  }
  const publicKey = data.beginParse().skip(layout.keyAt).loadBuffer(32);
  return { version: layout.version, publicKey };
}

async function parseCell(base64: string): Promise<Cell | undefined> {
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.length > maxBocBytes) return undefined;
  const { Cell } = await import('@ton/core');
  try {
    const roots = Cell.fromBoc(bytes);
    return roots.length === 1 ? roots[0] : undefined;
  } catch {
    // A hostile bag of cells fails in many ways; all mean that it is malformed.
    return undefined;
  }
}

const bitsOf = ({ bits }: Cell): string =>
  Array.from({ length: Math.min(bits.length, 8) }, (_, at) => (bits.at(at) ? '1' : '0')).join('');
