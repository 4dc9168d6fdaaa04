import type { Cell } from '@ton/core';
import { addressParts, type RawAddress } from '../../../core/ton/ton-address.ts';

/** Position of the key in the data of a wallet contract, and the length of its initial data (as deployed), in bits. */
interface Layout {
  version: string;
  keyAt: number;
  bits: number;
  /** Value of the first bit of the data while the wallet accepts signatures. Undefined: it always does. */
  acceptingBit?: boolean;
  /** Number of bits at the start that are 0: in initial data, and in later data of the known revision. */
  leadingZeroBits?: { current: number; initial: number };
}

/**
 * Layouts of the wallets in use, by published code hash. Initial data of v3: seqno 32, subwallet 32, key; v4 adds a bit
 * for plugins. v5 beta: seqno 33 (negative without signatures), wallet id 80, key, a bit for extensions. v5R1: a bit
 * for signatures allowed, seqno 32, wallet id 32, key, a bit for extensions. Every account of Telegram's wallet has the
 * same trampoline to code in the network's configuration, with revision 8, seqno 32, subwallet 32, and a key that can
 * change.
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
    { version: 'v5Beta', keyAt: 113, bits: 370, acceptingBit: false },
  ],
  [
    '20834b7b72b112147e1b2fb457b84e74d1a30f04f737d4f62a668e9552d2b72f',
    { version: 'v5R1', keyAt: 65, bits: 322, acceptingBit: true },
  ],
  [
    '9149ae51c1e4689710cebf7830297b16acfbadb363a920a537893e7ffeeca768',
    { version: 'Telegram', keyAt: 72, bits: 328, leadingZeroBits: { current: 8, initial: 40 } },
  ],
]);

/** A wallet's key and the known properties of its contract. */
export interface WalletKey {
  version: string;
  /** 32 bytes. */
  publicKey: Buffer;
}

/** The key in a wallet's initial data. */
export interface InitialKey extends WalletKey {
  /** Whether the wallet may have another key now. */
  canChange: boolean;
  /** Whether the wallet can stop accepting signatures. */
  canRefuseSignatures: boolean;
}

/** The key in a wallet's current data. */
export interface CurrentKey extends WalletKey {
  acceptsSignatures: boolean;
}

/** Limit of a state init in a proof, which has at most 16 KiB of base64; known wallets have up to 800 bytes. */
const maxStateInitBytes = 12 * 1024;
/** Limit of a response of the chain about an account, as in `response-limits.ts`; its cells are counted before. */
const maxAccountBytes = 2 * 1024 * 1024;

/** The five bits of a state init with code and data and nothing else (no split depth, special, libraries). */
const codeAndData = '00110';

/**
 * Reads the key from a wallet's state init. Its hash must equal the address, so that the key is verified by the chain
 * and not claimed by the client.
 * @param stateInit the bag of cells in base64
 * @returns `not_this_wallet` when it is malformed or belongs to another address; `unknown_code` when it matches the
 *   address but not a known wallet, or its initial data contains more than a key
 */
export async function keyOfStateInit(
  stateInit: string,
  address: RawAddress,
): Promise<InitialKey | 'not_this_wallet' | 'unknown_code'> {
  const root = await parseCell(Buffer.from(stateInit, 'base64'), maxStateInitBytes);
  if (!root?.hash().equals(addressParts(address).hash)) return 'not_this_wallet';
  const [code, data] = root.refs;
  if (bitsOf(root) !== codeAndData || root.refs.length !== 2) return 'unknown_code';
  const layout = layoutOf(code);
  if (!layout || !data || data.isExotic || data.bits.length !== layout.bits || data.refs.length > 0) {
    return 'unknown_code';
  }
  if (!startsWithZeros(data, layout.leadingZeroBits?.initial)) return 'unknown_code';
  return {
    version: layout.version,
    publicKey: keyIn(data, layout),
    canChange: layout.leadingZeroBits !== undefined,
    canRefuseSignatures: layout.acceptingBit !== undefined,
  };
}

/**
 * Reads the key from the current code and data of a wallet.
 * @returns undefined when the code or its revision is unknown
 */
export async function keyOfAccount(account: { code: Buffer; data: Buffer }): Promise<CurrentKey | undefined> {
  const code = await parseCell(account.code, maxAccountBytes);
  const data = await parseCell(account.data, maxAccountBytes);
  const layout = layoutOf(code);
  if (!layout || !data || data.bits.length < layout.bits) return undefined;
  if (!startsWithZeros(data, layout.leadingZeroBits?.current)) return undefined;
  return {
    version: layout.version,
    publicKey: keyIn(data, layout),
    acceptsSignatures: layout.acceptingBit === undefined || data.bits.at(0) === layout.acceptingBit,
  };
}

const layoutOf = (code: Cell | undefined): Layout | undefined =>
  layouts.get(code?.hash().toString('hex') ?? '');

const keyIn = (data: Cell, { keyAt }: Layout): Buffer => data.beginParse().skip(keyAt).loadBuffer(32);

const startsWithZeros = (data: Cell, count = 0): boolean =>
  Array.from({ length: count }, (_, at) => data.bits.at(at)).every((bit) => !bit);

async function parseCell(bytes: Buffer, maxBytes: number): Promise<Cell | undefined> {
  if (bytes.length > maxBytes) return undefined;
  const ton = await import('@ton/core');
  try {
    const roots = ton.Cell.fromBoc(bytes);
    return roots.length === 1 ? roots[0] : undefined;
  } catch {
    // A hostile bag of cells fails in many ways; all mean that it is malformed.
    return undefined;
  }
}

const bitsOf = ({ bits }: Cell): string =>
  Array.from({ length: Math.min(bits.length, 8) }, (_, at) => (bits.at(at) ? '1' : '0')).join('');
