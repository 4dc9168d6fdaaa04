import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../../core/clock.ts';
import { NodeError } from '../../core/node-error.ts';

/** So long a link holds, in seconds. Players ask for another before. */
const validSeconds = 600;
/** What a clock may be set back by without ending links. */
const clockStepSeconds = 5;

/** What a link gives access to, and for whom. */
export interface Access {
  /** The SHA-256 of what is stored. */
  sha256: Buffer;
  user: string;
  /** In milliseconds. */
  expiresAt: number;
}

/** Signs links by which `<audio>` and `<video>`, which cannot send a token, read what somebody has a right to. */
export class AccessLinks {
  readonly #key: Buffer;
  readonly #clock: Clock;

  constructor(nodeSecret: Uint8Array, clock: Clock) {
    this.#key = Buffer.from(hkdfSync('sha256', nodeSecret, '', 'alcove/access-link/v1', 32));
    this.#clock = clock;
  }

  /** @returns the parameter `access`: expiry in Unix seconds, user and signature, which cover the content, too */
  sign(sha256: Buffer, user: string): { access: string; expiresAt: number } {
    const expires = Math.floor(this.#clock() / 1000) + validSeconds;
    const access = [
      expires,
      Buffer.from(user).toString('base64url'),
      this.#mac(sha256, user, expires).toString('base64url'),
    ].join('.');
    return { access, expiresAt: expires * 1000 };
  }

  /** Returns whether `verify` accepts it. */
  isValid(sha256: Buffer, access: string): boolean {
    try {
      return this.verify(sha256, access) !== undefined;
    } catch (error) {
      if (error instanceof NodeError) return false;
      throw error;
    }
  }

  /**
   * Checks the parameter of a link to a content.
   * @throws NodeError `access_invalid`
   */
  verify(sha256: Buffer, access: string): Access {
    const [, time = '', name = '', signature = ''] = form.exec(access) ?? [];
    const user = Buffer.from(name, 'base64url').toString();
    const expires = Number(time);
    const mac = Buffer.from(signature, 'base64url');
    const right = this.#mac(sha256, user, expires);
    const left = expires * 1000 - this.#clock();
    // A clock that was set back prolongs no link.
    const isInTime = left > 0 && left <= (validSeconds + clockStepSeconds) * 1000;
    if (mac.length !== right.length || !timingSafeEqual(mac, right) || !isInTime) {
      throw new NodeError(
        'access_invalid',
        'This link was made for something else, or its time is over. Ask for the content again to get another.',
      );
    }
    return { sha256, user, expiresAt: expires * 1000 };
  }

  /** Every part has its length before it, so that no two links have the same text. */
  #mac(sha256: Buffer, user: string, expires: number): Buffer {
    return createHmac('sha256', this.#key)
      .update(sha256)
      .update(`${expires}.${Buffer.byteLength(user)}.`)
      .update(user)
      .digest();
  }
}

const form = /^(\d{1,12})\.([\w-]{1,400})\.([\w-]{43})$/;
