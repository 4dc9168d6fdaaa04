import { createHmac, createSecretKey, hkdfSync, type KeyObject, timingSafeEqual } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../../core/clock.ts';
import { NodeError } from '../../core/node-error.ts';

/** Lifetime of a link in seconds; the user's rights are checked at each request. */
const validSeconds = 6 * 3600;
/** Remaining time in seconds below which a link is replaced. */
const renewBeforeSeconds = 1800;
/** Limit of remembered links, which take about 2 MB. */
const maxRemembered = 10_000;
/** Tolerance in seconds for a clock that was set back. */
const clockStepSeconds = 5;

/** What an access link states. */
export interface Access {
  /** SHA-256 of the stored file. */
  sha256: Buffer;
  user: string;
  /** In milliseconds. */
  expiresAt: number;
}

/** Signs access links, because `<audio>` and `<video>` cannot send a token. */
export class AccessLinks {
  /** A key object takes a fifth of the time of its bytes. */
  readonly #key: KeyObject;
  readonly #clock: Clock;
  /**
   * Expiry by user and content: links are repeated, because a player starts again when the address of its file changes.
   */
  readonly #expiries = new LRUCache<string, number>({ max: maxRemembered });

  constructor(nodeSecret: Uint8Array, clock: Clock) {
    this.#key = createSecretKey(Buffer.from(hkdfSync('sha256', nodeSecret, '', 'alcove/access-link/v1', 32)));
    this.#clock = clock;
  }

  /**
   * Signs the right of a user to a content; repeats the same link until half an hour before it expires.
   * @returns the parameter `access`: expiry in Unix seconds, user and signature; the signature covers the content too
   */
  sign(sha256: Buffer, user: string): { access: string; expiresAt: number } {
    const expires = this.#expiryOf(`${sha256.toString('hex')} ${user}`);
    const access = [
      expires,
      Buffer.from(user).toString('base64url'),
      this.#mac(sha256, user, expires).toString('base64url'),
    ].join('.');
    return { access, expiresAt: expires * 1000 };
  }

  #expiryOf(key: string): number {
    const now = Math.floor(this.#clock() / 1000);
    const known = this.#expiries.get(key);
    if (known !== undefined && isWithin(known - now, renewBeforeSeconds)) return known;
    const expires = now + validSeconds;
    this.#expiries.set(key, expires);
    return expires;
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
    const isInTime = isWithin(expires - this.#clock() / 1000, 0);
    if (mac.length !== right.length || !timingSafeEqual(mac, right) || !isInTime) {
      throw new NodeError('access_invalid', 'licensing.linkInvalid');
    }
    return { sha256, user, expiresAt: expires * 1000 };
  }

  /** Returns the MAC of a link; length prefixes make its input unambiguous. */
  #mac(sha256: Buffer, user: string, expires: number): Buffer {
    return createHmac('sha256', this.#key)
      .update(sha256)
      .update(`${expires}.${Buffer.byteLength(user)}.`)
      .update(user)
      .digest();
  }
}

/**
 * Returns whether a link has more than `min` seconds left, but not more than its lifetime, which would mean that the
 * clock was set back.
 */
const isWithin = (left: number, min: number): boolean =>
  left > min && left <= validSeconds + clockStepSeconds;

const form = /^(\d{1,12})\.([\w-]{1,400})\.([\w-]{43})$/;
