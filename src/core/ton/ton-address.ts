import { inputErrorAt } from '../messages/input-error.ts';
import { message } from '../messages/message.ts';
import { NodeError } from '../node-error.ts';

/** A normalised TON address: `0:` and 64 hexadecimal digits in lower case. */
export type RawAddress = string;

/** The flags of a friendly address (TEP-2). */
export interface AddressForm {
  bounceable: boolean;
  testOnly: boolean;
}

const rawForm = /^(?:0|-1):[0-9a-f]{64}$/i;
const friendlyForm = /^[A-Za-z0-9+/_-]{48}$/;

const bounceableTag = 0x11;
const nonBounceableTag = 0x51;
const testOnlyFlag = 0x80;

/** Computes CRC-16 with polynomial 0x1021 and initial value zero (TEP-2). */
function crc16(bytes: Uint8Array): number {
  let crc = 0;
  for (const byte of bytes) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit++)
      crc = crc & 0x8000 ? ((crc << 1) ^ 0x1021) & 0xffff : (crc << 1) & 0xffff;
  }
  return crc;
}

/** Parses a raw or friendly TON address, of either alphabet and any flags; undefined when it is invalid. */
export function parseTonAddress(text: string): RawAddress | undefined {
  if (rawForm.test(text)) return text.toLowerCase();
  if (!friendlyForm.test(text)) return undefined;
  const bytes = Buffer.from(text, 'base64');
  const tag = bytes.readUInt8(0) & ~testOnlyFlag;
  const workchain = bytes.readInt8(1);
  if (tag !== bounceableTag && tag !== nonBounceableTag) return undefined;
  if (workchain !== 0 && workchain !== -1) return undefined;
  if (crc16(bytes.subarray(0, 34)) !== bytes.readUInt16BE(34)) return undefined;
  return `${workchain}:${bytes.toString('hex', 2, 34)}`;
}

/** Parses a TON address at a path of a request (`query.owner`); throws NodeError `invalid_request`. */
export function requireTonAddress(text: string, path: string): RawAddress {
  const address = parseTonAddress(text);
  if (address !== undefined) return address;
  throw new NodeError('invalid_request', message('chain.addressInvalid', { address: text }), {
    errors: [inputErrorAt(path, 'chain.isNotAddress')],
  });
}

/** Returns the workchain and the 32 bytes of the hash, which proofs and contracts use. */
export function addressParts(address: RawAddress): { workchain: number; hash: Buffer } {
  const [workchain = '', hash = ''] = address.split(':');
  return { workchain: Number(workchain), hash: Buffer.from(hash, 'hex') };
}

/** Formats an address as in responses: friendly and url-safe (TEP-2). */
export function formatTonAddress(address: RawAddress, { bounceable, testOnly }: AddressForm): string {
  const { workchain, hash } = addressParts(address);
  const bytes = Buffer.alloc(36);
  bytes.writeUInt8((bounceable ? bounceableTag : nonBounceableTag) | (testOnly ? testOnlyFlag : 0), 0);
  bytes.writeInt8(workchain, 1);
  hash.copy(bytes, 2);
  bytes.writeUInt16BE(crc16(bytes.subarray(0, 34)), 34);
  return bytes.toString('base64url');
}
