import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../../core/clock.ts';
import { NodeError } from '../../core/node-error.ts';

/** Lifetime of a link in seconds; players request a new link before it ends. */
const validSeconds = 600;
/** Tolerance for a clock that was set back. */
const clockStepSeconds = 5;

/** Rights of an access link. */
export interface Access {
  /** SHA-256 of the stored file. */
  sha256: Buffer;
  user: string;
  /** In milliseconds. */
  expiresAt: number;
}

/** Signs access links, because `<audio>` and `<video>` cannot send a token. */
export class AccessLinks {
  readonly #key: Buffer;
  readonly #clock: Clock;

  constructor(nodeSecret: Uint8Array, clock: Clock) {
    this.#key = Buffer.from(hkdfSync('sha256', nodeSecret, '', 'alcove/access-link/v1', 32));
    this.#clock = clock;
  }

  /**
   * Signs the right of a user to a content.
   * @returns the parameter `access`: expiry in Unix seconds, user and signature; the signature covers the content too
   */
  sign(sha256: Buffer, user: string): { access: string; expiresAt: number } {
    const expires = Math.floor(this.#clock() / 1000) + validSeconds;
    const access = [
      expires,
      Buffer.from(user).toString('base64url'),
      this.#mac(sha256, user, expires).toString('base64url'),
    ].join('.');
    return { access, expiresAt: expires * 1000 };
  }

  /** Returns whether `verify` accepts the parameter. */
  isValid(sha256: Buffer, access: string): boolean {
    try {
      return this.verify(sha256, access) !== undefined;
    } catch (error) {
      if (error instanceof NodeError) return false;
      throw error;
    }
  }

  /**
   * Verifies the parameter of an access link.
   * @throws NodeError `access_invalid`
   */
  verify(sha256: Buffer, access: string): Access {
    const [, time = '', name = '', signature = ''] = form.exec(access) ?? [];
    const user = Buffer.from(name, 'base64url').toString();
    const expires = Number(time);
    const mac = Buffer.from(signature, 'base64url');
    const right = this.#mac(sha256, user, expires);
    const left = expires * 1000 - this.#clock();
    // A clock that was set back must not prolong links.
    const isInTime = left > 0 && left <= (validSeconds + clockStepSeconds) * 1000;
    if (mac.length !== right.length || !timingSafeEqual(mac, right) || !isInTime) {
      throw new NodeError('access_invalid', 'licensing.linkInvalid');
    }
    return { sha256, user, expiresAt: expires * 1000 };
  }

  /** Returns the MAC; length prefixes make the input unambiguous. */
  #mac(sha256: Buffer, user: string, expires: number): Buffer {
    return createHmac('sha256', this.#key)
      .update(sha256)
      .update(`${expires}.${Buffer.byteLength(user)}.`)
      .update(user)
      .digest();
  }
}

const form = /^(\d{1,12})\.([\w-]{1,400})\.([\w-]{43})$/;
