import { createHash, createHmac } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../../../core/clock.ts';
import { secretToken } from '../../../core/ids.ts';
import { message } from '../../../core/messages/message.ts';
import { NodeError } from '../../../core/node-error.ts';

/** Lifetime of a code. */
const codeMs = 10 * 60_000;
/**
 * Limits of codes and sessions, enough for every browser of one person; a new session replaces the least recently used
 * one.
 */
const maxCodes = 32;
const maxSessions = 256;
/** Wrong codes per minute before further ones are rejected with a delay. A correct code is always accepted. */
const maxWrongCodes = 20;
const minuteMs = 60_000;

const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url');
const derived = (key: string | Buffer, text: string): Buffer =>
  createHmac('sha256', key).update(text).digest();

/**
 * The browser sessions of one run, only in memory, so that a leaked one is worthless after it. They have no other
 * lifetime.
 */
export class DashboardSessions {
  readonly #clock: Clock;
  /** Expiry of each code, by its hash, so that the lookup time reveals nothing about the code. */
  readonly #codes = new LRUCache<string, number>({ max: maxCodes });
  /** The proof key of each session, by the session's name. Both are derived from the token, which is not stored. */
  readonly #sessions = new LRUCache<string, Buffer>({ max: maxSessions });
  #wrongCodes = { since: 0, count: 0 };

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Creates a code for one session. It is valid once, for ten minutes. */
  createCode(): string {
    const code = secretToken();
    this.#codes.set(hashOf(code), this.#clock() + codeMs);
    return code;
  }

  /**
   * Exchanges a code for the token of a new session; throws NodeError `unauthorized`, or `rate_limited` after many
   * wrong codes.
   */
  exchange(code: string): string {
    const hash = hashOf(code);
    const endsAt = this.#codes.get(hash);
    this.#codes.delete(hash);
    if (endsAt !== undefined && this.#clock() < endsAt) return this.createSession();
    this.#countWrongCode();
    throw new NodeError('unauthorized', 'http.dashboardCode');
  }

  /** Returns the token of a session without a code, for the process that runs the node. */
  createSession(): string {
    const token = secretToken();
    this.#sessions.set(nameOf(token), derived(token, 'proof'));
    return token;
  }

  isLive(token: string): boolean {
    return this.#sessions.get(nameOf(token)) !== undefined;
  }

  /**
   * Proves to a page that this node opened its session. The page sends its token only after this proof.
   * @param session the name that the page derived from its token
   * @throws NodeError `unauthorized`
   */
  prove(session: string, nonce: string): string {
    const key = this.#sessions.peek(session);
    if (key) return derived(key, nonce).toString('base64url');
    throw sessionEnded();
  }

  /** Ends every session and invalidates every code. */
  endAll(): void {
    this.#codes.clear();
    this.#sessions.clear();
  }

  #countWrongCode(): void {
    const now = this.#clock();
    const { since, count } = this.#wrongCodes;
    const isNew = now - since >= minuteMs || now < since;
    this.#wrongCodes = isNew ? { since: now, count: 1 } : { since, count: count + 1 };
    if (this.#wrongCodes.count <= maxWrongCodes) return;
    throw new NodeError('rate_limited', message('http.dashboardCodes', { wait: minuteMs }), {
      headers: { 'Retry-After': '60' },
    });
  }
}

const nameOf = (token: string): string => derived(token, 'session').toString('base64url');

export const sessionEnded = (): NodeError => new NodeError('unauthorized', 'http.dashboardSession');
