import { createHash } from 'node:crypto';
import { Transform } from 'node:stream';
import { message } from '../../../core/messages/message.ts';
import { NodeError } from '../../../core/node-error.ts';

/** Returns the SHA-256 of a digest header (RFC 9530), or undefined when it has only other algorithms. */
export function sha256Of(header: string | undefined): Buffer | undefined {
  // In a dictionary (RFC 9651, 3.2), text in a string, even an unterminated one, is not a member, and the last of
  // several equal members counts.
  const members = (header ?? '').replace(/"(?:\\[^]|[^"\\])*(?:"|\\?$)/g, '""');
  const [last] = [...members.matchAll(/(?:^|,)\s*sha-256=:([A-Za-z0-9+/=]*):/g)].slice(-1);
  return last?.[1] === undefined ? undefined : Buffer.from(last[1], 'base64');
}

/** @throws NodeError `digest_mismatch` */
export function checkDigest(expected: Buffer | undefined, actual: Buffer, header: string): void {
  if (expected && !expected.equals(actual)) {
    throw new NodeError('digest_mismatch', message('http.digestMismatch', { header }));
  }
}

/** Passes bytes on, and computes their SHA-256. */
export class HashingTransform extends Transform {
  readonly #hash = createHash('sha256');

  override _transform(chunk: Buffer, _encoding: string, done: (error: null, chunk: Buffer) => void): void {
    this.#hash.update(chunk);
    done(null, chunk);
  }

  digest(): Buffer {
    return this.#hash.digest();
  }
}
