import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../../core/clock.ts';

/** Lifetime of a token as the payload of a proof. */
export const payloadLifetimeMs = 20 * 60 * 1000;

/** Content of a challenge: its expiry and, for a sign-in with Telegram, the user's Telegram id. */
export interface Challenge {
  /** Unix milliseconds. */
  expiresAt: number;
  telegramId: number | undefined;
}

/** Length of version, expiry in seconds, Telegram id or 0, and random bytes; the authentication code follows. */
const bodyBytes = 1 + 6 + 8 + 16;
const macBytes = 32;
const version = 1;

/**
 * Issues tokens without rights that a wallet signs as proof; they are signed and not stored, so that requests of
 * strangers use no storage. They have 84 characters, because wallets refuse payloads above 128.
 */
export class Challenges {
  readonly #key: Buffer;
  readonly #clock: Clock;

  /** @param nodeSecret the 32 bytes of `node-secret` */
  constructor(nodeSecret: Buffer, clock: Clock) {
    this.#key = Buffer.from(hkdfSync('sha256', nodeSecret, '', 'alcove/sign-in-challenge/v1', 32));
    this.#clock = clock;
  }

  issue(telegramId?: number): string {
    const body = Buffer.alloc(bodyBytes);
    body.writeUInt8(version, 0);
    body.writeUIntBE(Math.floor((this.#clock() + payloadLifetimeMs) / 1000), 1, 6);
    body.writeBigUInt64BE(BigInt(telegramId ?? 0), 7);
    randomBytes(16).copy(body, 15);
    return Buffer.concat([body, this.#mac(body)]).toString('base64url');
  }

  /** @returns undefined when the text is not a challenge of this node, or has expired */
  open(token: string): Challenge | undefined {
    const bytes = Buffer.from(token, 'base64url');
    // Other spellings are refused, because a spent challenge is recognised by its text.
    if (bytes.length !== bodyBytes + macBytes || bytes.toString('base64url') !== token) return undefined;
    const body = bytes.subarray(0, bodyBytes);
    if (!timingSafeEqual(this.#mac(body), bytes.subarray(bodyBytes))) return undefined;
    const expiresAt = body.readUIntBE(1, 6) * 1000;
    if (body.readUInt8(0) !== version || expiresAt <= this.#clock()) return undefined;
    const telegramId = Number(body.readBigUInt64BE(7));
    return { expiresAt, telegramId: telegramId === 0 ? undefined : telegramId };
  }

  #mac(body: Buffer): Buffer {
    return createHmac('sha256', this.#key).update(body).digest();
  }
}
