import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { Clock } from '../../../core/clock.ts';
import { message } from '../../../core/messages/message.ts';
import { NodeError } from '../../../core/node-error.ts';

/** Lifetime of a code. */
const codeMs = 10 * 60_000;
/** Enough for every browser of one person; a new session replaces the least recently used one. */
const mostCodes = 32;
const mostSessions = 256;
/** Wrong codes per minute before further ones are rejected with a delay. A correct code is always accepted. */
const mostWrongCodes = 20;
const minuteMs = 60_000;

const newSecret = (): string => randomBytes(32).toString('base64url');
const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url');
const derived = (key: string | Buffer, text: string): Buffer =>
  createHmac('sha256', key).update(text).digest();

/**
 * The browser sessions of one run of the dashboard. They are only in memory, so a leaked code or session is worthless
 * after the run.
 */
export class DashboardSessions {
  readonly #clock: Clock;
  /** Expiry of each code, by its hash, so that the lookup time reveals nothing about the code. */
  readonly #codes = new Map<string, number>();
  /** The proof key of each session, by the session's name. Both are derived from the token, which is not stored. */
  readonly #sessions = new Map<string, Buffer>();
  #wrongCodes = { since: 0, count: 0 };

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Creates a code for one session. It is valid once, for ten minutes. */
  createCode(): string {
    const code = newSecret();
    dropOldest(this.#codes, mostCodes);
    this.#codes.set(hashOf(code), this.#clock() + codeMs);
    return code;
  }

  /**
   * Exchanges a code.
   * @returns the token of a new session
   * @throws NodeError `unauthorized`, or `rate_limited` after many wrong codes
   */
  exchange(code: string): string {
    const hash = hashOf(code);
    const endsAt = this.#codes.get(hash);
    this.#codes.delete(hash);
    if (endsAt !== undefined && this.#clock() < endsAt) return this.createSession();
    this.#countWrongCode();
    throw new NodeError('unauthorized', 'http.dashboardCode');
  }

  /**
   * Opens a session without a code, for the process that runs the node.
   * @returns its token
   */
  createSession(): string {
    const token = newSecret();
    dropOldest(this.#sessions, mostSessions);
    this.#sessions.set(nameOf(token), derived(token, 'proof'));
    return token;
  }

  isLive(token: string): boolean {
    const name = nameOf(token);
    const proofKey = this.#sessions.get(name);
    if (!proofKey) return false;
    // Reinserts the session, because the map is in order of use and the first one is removed.
    this.#sessions.delete(name);
    this.#sessions.set(name, proofKey);
    return true;
  }

  /**
   * Proves to a page that this node opened its session. The page sends its token only after this proof.
   * @param session the name that the page derived from its token
   * @throws NodeError `unauthorized`
   */
  prove(session: string, nonce: string): string {
    const key = this.#sessions.get(session);
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
    if (this.#wrongCodes.count <= mostWrongCodes) return;
    throw new NodeError('rate_limited', message('http.dashboardCodes', { wait: minuteMs }), {
      headers: { 'Retry-After': '60' },
    });
  }
}

const nameOf = (token: string): string => derived(token, 'session').toString('base64url');

export const sessionEnded = (): NodeError => new NodeError('unauthorized', 'http.dashboardSession');

function dropOldest(entries: Map<string, unknown>, most: number): void {
  while (entries.size >= most) entries.delete(entries.keys().next().value as string);
}
