import type { Clock } from '../../core/clock.ts';
import { requestId, secretToken } from '../../core/ids.ts';
import type { RawAddress } from '../../core/ton/ton-address.ts';
import type {
  SessionRow,
  SessionSummary,
  SignInSessionRepository,
} from './repository/sign-in-session-repository.ts';
import { tokenHash } from './token-hash.ts';

const lifetimeMs = 30 * 24 * 60 * 60 * 1000;

/** Precision of the time of the last use, which is written once a minute at most. */
const usePrecisionMs = 60_000;

/** Limit of the sessions of a user, because every sign-in creates one. */
const sessionsPerUser = 100;

/** Manages the tokens of sign-in sessions: 256 random bits, stored as a hash, valid for 30 days after the last use. */
export class SignInSessions {
  readonly #repository: SignInSessionRepository;
  readonly #clock: Clock;

  constructor(repository: SignInSessionRepository, clock: Clock) {
    this.#repository = repository;
    this.#clock = clock;
  }

  /**
   * Creates a session.
   * @param wallet the wallet whose proof begins the session
   * @returns the token, which is not stored
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

  /** Returns the session of a valid token without prolonging it. */
  find(token: string): SessionRow | undefined {
    const session = this.#repository.findByToken(tokenHash(token));
    return session && this.#counts(session) ? session : undefined;
  }

  /** Returns whether this user has this session and it is valid. */
  isLive(userId: string, id: string): boolean {
    const session = this.#repository.get(id);
    return session?.userId === userId && this.#counts(session);
  }

  /** Returns the session of a valid token and prolongs it by 30 days. */
  use(token: string): SessionRow | undefined {
    const session = this.find(token);
    const now = this.#clock();
    if (session && now - session.lastUsedAt > usePrecisionMs) {
      this.#repository.use({ id: session.id, lastUsedAt: now, expiresAt: now + lifetimeMs });
    }
    return session;
  }

  /** Returns whether a token belongs to an ended session that would not have expired yet. */
  hasEnded(token: string): boolean {
    const session = this.#repository.findByToken(tokenHash(token));
    return session !== undefined && session.endedAt !== null && session.expiresAt > this.#clock();
  }

  /** Ends a session; `false` when it had already ended. */
  end(id: string): boolean {
    return this.#repository.end(id, this.#clock());
  }

  endOfUser(userId: string): void {
    this.#repository.endOfUser(userId, this.#clock());
  }

  /**
   * Ends sessions.
   * @param wallet the wallet that began them; null for those that began with Telegram alone
   */
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
