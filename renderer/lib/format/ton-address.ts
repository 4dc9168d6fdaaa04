import { t } from '../i18n/language.ts';
/** An entered address, parsed or with its error. */
export type TypedAddress =
  | {
      /** `0:` and 64 hexadecimal digits, the same for every encoding of an address. */
      raw: string;
      /** Whether the address is marked for test networks. */
      testOnly: boolean;
      problem?: never;
    }
  | { raw?: never; problem: string };

const testOnlyFlag = 0x80;
const tags: readonly number[] = [0x11, 0x51];

/** Computes the CRC-16 of TEP-2: polynomial 0x1021, initial value 0. */
function crc16(bytes: Uint8Array): number {
  let crc = 0;
  for (const byte of bytes) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) {
      crc = crc & 0x8000 ? ((crc << 1) ^ 0x1021) & 0xffff : (crc << 1) & 0xffff;
    }
  }
  return crc;
}

const hexOf = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Parses the address of a wallet in any encoding (TEP-2); only addresses of the basechain are valid. */
export function readTonAddress(typed: string): TypedAddress {
  const text = typed.trim();
  if (text === '') return { problem: t('wallet.address.missing') };
  if (/^(0|-1):[0-9a-f]{64}$/i.test(text)) {
    return text.startsWith('0:')
      ? { raw: text.toLowerCase(), testOnly: false }
      : { problem: t('wallet.address.masterchain') };
  }
  if (/\.(ton|t\.me)$/i.test(text)) return { problem: t('wallet.address.name') };
  if (!/^[\w+/-]+$/.test(text)) return { problem: t('wallet.address.characters') };
  if (text.length !== 48) return { problem: t('wallet.address.length', { n: text.length }) };
  return readFriendly(text);
}

function readFriendly(text: string): TypedAddress {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
  const checksum = ((bytes[34] ?? 0) << 8) | (bytes[35] ?? 0);
  if (crc16(bytes.subarray(0, 34)) !== checksum) return { problem: t('wallet.address.wrong') };
  const flags = bytes[0] ?? 0;
  if (!tags.includes(flags & ~testOnlyFlag) || bytes[1] !== 0) {
    return { problem: t('wallet.address.noWallet') };
  }
  return { raw: `0:${hexOf(bytes.subarray(2, 34))}`, testOnly: (flags & testOnlyFlag) !== 0 };
}

/** Returns whether two texts encode the same address. */
export function isSameAddress(one: string, other: string): boolean {
  const { raw } = readTonAddress(one);
  return raw !== undefined && raw === readTonAddress(other).raw;
}

/** Returns why an address must not receive money; undefined if it may. */
export function addressProblem(typed: string, isTestChain: boolean): string | undefined {
  const { problem, testOnly } = { testOnly: false, ...readTonAddress(typed) };
  if (problem !== undefined) return problem;
  return testOnly && !isTestChain ? t('wallet.address.testMoney') : undefined;
}
