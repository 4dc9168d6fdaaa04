import type { Clock } from '../../core/clock.ts';
import { requestId, secretToken } from '../../core/ids.ts';
import type { RawAddress } from '../../core/ton/ton-address.ts';
import type {
  SessionRepository,
  SessionRow,
  SessionSummary,
} from './repository/sign-in-session-repository.ts';
import { tokenHash } from './token-hash.ts';

const lifetimeMs = 30 * 24 * 60 * 60 * 1000;

/** The last use is written at most once a minute. */
const usePrecisionMs = 60_000;

/** Every sign-in makes a session, so that somebody's old ones must not pile up. */
const sessionsPerUser = 100;

/** Tokens of those who signed in: 256 random bits, kept as a hash, for 30 days after the last use. */
export class Sessions {
  readonly #repository: SessionRepository;
  readonly #clock: Clock;

  constructor(repository: SessionRepository, clock: Clock) {
    this.#repository = repository;
    this.#clock = clock;
  }

  /**
   * @param wallet the wallet whose proof begins the session
   * @returns the token, which is in this answer only
   */
  begin(userId: string, wallet: RawAddress | null): string {
    const token = secretToken();
    const now = this.#clock();
    this.#repository.removeExpired(now);
    this.#repository.add(
      {
        tokenSha256: tokenHash(token),
        id: requestId(),
        userId,
        wallet,
        createdAt: now,
        lastUsedAt: now,
        expiresAt: now + lifetimeMs,
      },
      sessionsPerUser,
    );
    return token;
  }

  /** The session of a token that counts; does not prolong it. */
  find(token: string): SessionRow | undefined {
    const session = this.#repository.findByToken(tokenHash(token));
    return session && this.#counts(session) ? session : undefined;
  }

  /** Whether this user has this session, and it counts. */
  isLive(userId: string, id: string): boolean {
    const session = this.#repository.get(id);
    return session?.userId === userId && this.#counts(session);
  }

  /** The session of a token that counts, which lives on for 30 days. */
  use(token: string): SessionRow | undefined {
    const session = this.find(token);
    const now = this.#clock();
    if (session && now - session.lastUsedAt > usePrecisionMs) {
      this.#repository.use({ id: session.id, lastUsedAt: now, expiresAt: now + lifetimeMs });
    }
    return session;
  }

  /** Whether a token was one of a session that was ended, until the session would have expired. */
  hasEnded(token: string): boolean {
    const session = this.#repository.findByToken(tokenHash(token));
    return session !== undefined && session.endedAt !== null && session.expiresAt > this.#clock();
  }

  /** `false` when it had ended before. */
  end(id: string): boolean {
    return this.#repository.end(id, this.#clock());
  }

  endOfUser(userId: string): void {
    this.#repository.endOfUser(userId, this.#clock());
  }

  /** @param wallet the one whose proof began them; null for those that Telegram alone began */
  endOfWallet(userId: string, wallet: RawAddress | null): void {
    this.#repository.endOfWallet(userId, wallet, this.#clock());
  }

  summary(userId: string): SessionSummary {
    return this.#repository.summary(userId, this.#clock());
  }

  #counts({ endedAt, expiresAt }: SessionRow): boolean {
    return endedAt === null && expiresAt > this.#clock();
  }
}
