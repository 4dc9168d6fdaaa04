import type { Clock } from '../../core/clock.ts';
import { type Challenges, payloadLifetimeMs } from './challenges.ts';
import type { SpentPayloadRepository } from './repository/spent-payload-repository.ts';
import type { Sessions } from './sessions.ts';
import { tokenHash } from './token-hash.ts';

/** A token that a wallet may have signed. */
export interface Payload {
  /** The session whose token it is; undefined for a challenge. */
  session: { id: string; userId: string } | undefined;
  /** Who, as Telegram said, asked for the challenge. */
  telegramId: number | undefined;
  /** Makes it useless as a payload, and ends its session; `false` when somebody was faster. */
  spend(): boolean;
}

export interface PayloadsOptions {
  challenges: Challenges;
  sessions: Sessions;
  spent: SpentPayloadRepository;
  clock: Clock;
}

/** Spent challenges are kept longer than they count: a clock that is set back makes them count again. */
const keptSpentMs = 24 * 60 * 60 * 1000;

/** What proofs may be made for: challenges and session tokens of this node, for 20 minutes and once. */
export class Payloads {
  readonly #options: PayloadsOptions;

  constructor(options: PayloadsOptions) {
    this.#options = options;
  }

  /** @returns undefined when it is none of this node's, too old, or its session has ended */
  open(text: string): Payload | undefined {
    const { challenges, sessions, spent, clock } = this.#options;
    const challenge = challenges.open(text);
    if (challenge) {
      return {
        session: undefined,
        telegramId: challenge.telegramId,
        spend: () => {
          spent.removeExpired(clock() - keptSpentMs);
          return spent.spend(tokenHash(text), challenge.expiresAt);
        },
      };
    }
    const session = sessions.find(text);
    if (!session || clock() - session.createdAt >= payloadLifetimeMs) return undefined;
    return { session, telegramId: undefined, spend: () => sessions.end(session.id) };
  }
}
