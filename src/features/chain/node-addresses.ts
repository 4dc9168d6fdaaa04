import { createHash } from 'node:crypto';
import { formatTonAddress, type RawAddress } from '../../core/ton/ton-address.ts';
import { configuredPlatform } from './configured-platform.ts';
import compiled from './contracts/compiled.json' with { type: 'json' };
import type { FeeWalletKeys } from './wallets/fee-wallet-keys.ts';
import { type ChainNetwork, walletNetworkIds } from './wallets/wallet-network-ids.ts';

/** The data of a cell from which the hash of a referring cell is computed. */
interface CellFacts {
  hash: Buffer;
  depth: number;
}

const codeOf = (hash: string, depth: number): CellFacts => ({ hash: Buffer.from(hash, 'hex'), depth });

/** The code of every V5R1 wallet. */
const walletCode = codeOf('20834b7b72b112147e1b2fb457b84e74d1a30f04f737d4f62a668e9552d2b72f', 6);
const platformCode = codeOf(compiled.platform.hash, 7);
const contentCode = codeOf(compiled.content.hash, 10);
const licenceCode = codeOf(compiled.licence.hash, 6);

/** Addresses of a node in `GET /api/v1/node`: friendly and URL-safe. */
export interface NodeAddresses {
  /** The fee wallet, non-bounceable. */
  node_address: string;
  /** The platform, bounceable. */
  master_address: string;
}

/**
 * Computes both addresses offline, before anything exists on the chain. It avoids the TON libraries, which block the
 * thread for a tenth of a second while they load.
 * @param configuredMaster the setting `chain.master_address`, in any form; without it the platform is the node's own
 * @throws SettingsError when `configuredMaster` is not an address
 */
export async function nodeAddresses(
  keys: Pick<FeeWalletKeys, 'publicKey'>,
  network: ChainNetwork,
  configuredMaster?: string,
): Promise<NodeAddresses> {
  const wallet = walletHash(await keys.publicKey(), network);
  const platform =
    configuredMaster === undefined ? rawAddress(platformHash(wallet)) : configuredPlatform(configuredMaster);
  const testOnly = network === 'testnet' || network === 'embedded';
  return {
    node_address: formatTonAddress(rawAddress(wallet), { bounceable: false, testOnly }),
    master_address: formatTonAddress(platform, { bounceable: true, testOnly }),
  };
}

/** Returns the addresses that a key has as a fee wallet, on any network. */
export const walletsOfKey = (publicKey: Uint8Array): RawAddress[] =>
  (['mainnet', 'testnet'] as const).map((network) => rawAddress(walletHash(Buffer.from(publicKey), network)));

const rawAddress = (hash: Buffer): RawAddress => `0:${hash.toString('hex')}`;

/** Computes the hash of the wallet of `walletOfKey`: subwallet 0 in the basechain, without extensions. */
function walletHash(publicKey: Buffer, network: ChainNetwork): Buffer {
  const walletId = (walletNetworkIds[network] ^ 0x8000_0000) >>> 0;
  const data = cellOf(`1${bitsOf(0, 32)}${bitsOf(walletId, 32)}${bitsOfBytes(publicKey)}0`);
  return contractHash(walletCode, data);
}

/** Computes the hash of the platform of `platformState`, which `owner` deploys. */
function platformHash(owner: Buffer): Buffer {
  const address = `100${bitsOf(0, 8)}${bitsOfBytes(owner)}`;
  const items = cellOf('', [contentCode, licenceCode]);
  const data = cellOf(`${address}${bitsOf(0, 32)}${address}00${bitsOf(0, 64)}0`, [items]);
  return contractHash(platformCode, data);
}

/** Hashes a `StateInit` that has code and data only. */
const contractHash = (code: CellFacts, data: CellFacts): Buffer => cellOf('00110', [code, data]).hash;

/** Computes the representation hash of an ordinary cell. */
function cellOf(bits: string, refs: readonly CellFacts[] = []): CellFacts {
  const wholeBytes = Math.floor(bits.length / 8);
  const bytes = Math.ceil(bits.length / 8);
  const padded = bits.length % 8 === 0 ? bits : `${bits}1`.padEnd(bytes * 8, '0');
  const hash = createHash('sha256')
    .update(Buffer.from([refs.length, wholeBytes + bytes]))
    .update(BigInt(`0b1${padded}`).toString(16).slice(1), 'hex');
  for (const { depth } of refs) hash.update(Buffer.from([depth >> 8, depth & 0xff]));
  for (const ref of refs) hash.update(ref.hash);
  return { hash: hash.digest(), depth: 1 + Math.max(-1, ...refs.map(({ depth }) => depth)) };
}

const bitsOf = (value: number, length: number): string => value.toString(2).padStart(length, '0');

const bitsOfBytes = (bytes: Buffer): string =>
  BigInt(`0x1${bytes.toString('hex')}`)
    .toString(2)
    .slice(1);
