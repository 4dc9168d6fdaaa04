/**
 * Checks the two rules on which Ed25519 libraries differ (RFC 8032, sections 5.1.3 and 5.1.7), independently of the
 * verifying library: OpenSSL in Node, BoringSSL in Electron. Numbers are little-endian.
 */

const little = (hex: string): Uint8Array => Buffer.from(hex, 'hex').reverse();

/** L, the order of the base point. */
const groupOrder = little('1000000000000000000000000000000014def9dea2f79cd65812631a5cf5d3ed');
/** p = 2^255 - 19. */
const fieldPrime = little('7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffed');

/** The y coordinates of all eight points whose order divides 8; both signs of x share one. */
const smallOrderY = [
  '0000000000000000000000000000000000000000000000000000000000000000',
  '0100000000000000000000000000000000000000000000000000000000000000',
  'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
].map((hex) => Buffer.from(hex, 'hex'));

/** Returns whether S, the second half of a 64-byte signature, is below L; otherwise S + L would verify as well. */
export const hasReducedScalar = (signature: Uint8Array): boolean =>
  isBelow(signature.subarray(32), groupOrder);

/** Returns whether a key is canonical (y below p) and not of small order, whose signatures can be forged. */
export function isUsablePublicKey(key: Uint8Array): boolean {
  const y = Buffer.from(key);
  y.writeUInt8(y.readUInt8(31) & 0x7f, 31);
  return isBelow(y, fieldPrime) && !smallOrderY.some((small) => small.equals(y));
}

function isBelow(number: Uint8Array, bound: Uint8Array): boolean {
  for (let at = 31; at >= 0; at--) {
    const difference = (number[at] ?? 0) - (bound[at] ?? 0);
    if (difference !== 0) return difference < 0;
  }
  return false;
}
