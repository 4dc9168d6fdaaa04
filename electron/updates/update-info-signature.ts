import { createPublicKey, type KeyObject, sign, verify } from 'node:crypto';

/** Returns the signed bytes, which include the file name so that no file can replace another. */
function signedBytes(fileName: string, bytes: Uint8Array): Buffer {
  return Buffer.concat([Buffer.from(`alcove update information\n${fileName}\n`), bytes]);
}

/** Returns the detached signature of update information in base64, published as `<fileName>.sig`. */
export function signUpdateInfo(key: KeyObject, fileName: string, bytes: Uint8Array): string {
  return sign(null, signedBytes(fileName, bytes), key).toString('base64');
}

/**
 * Returns whether update information comes from the releaser.
 * @param publicKey Ed25519, DER (SPKI) in base64
 * @param signatures of `signUpdateInfo`, one per line: during a change of keys there is one for each key
 */
export function isSignedUpdateInfo(
  publicKey: string,
  fileName: string,
  bytes: Uint8Array,
  signatures: string,
): boolean {
  const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' });
  return (
    key.asymmetricKeyType === 'ed25519' &&
    signatures
      .split('\n')
      .some((signature) => verify(null, signedBytes(fileName, bytes), key, Buffer.from(signature, 'base64')))
  );
}
