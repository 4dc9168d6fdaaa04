import type { Clock } from '../../core/clock.ts';
import { type Challenges, payloadLifetimeMs } from './challenges.ts';
import type { SpentPayloadRepository } from './repository/spent-payload-repository.ts';
import type { SignInSessions } from './sign-in-sessions.ts';
import { tokenHash } from './token-hash.ts';

/** A token that a wallet may sign. */
export interface Payload {
  /** The session of the token; undefined for a challenge. */
  session: { id: string; userId: string } | undefined;
  /** Telegram id of the person who requested the challenge. */
  telegramId: number | undefined;
  /** Invalidates the payload and ends its session; `false` when it was already used. */
  spend(): boolean;
}

export interface PayloadSources {
  challenges: Challenges;
  sessions: SignInSessions;
  spentPayloads: SpentPayloadRepository;
  clock: Clock;
}

/**
 * Time for which spent challenges are kept; longer than they are valid, because setting the clock back makes them valid
 * again.
 */
const keptSpentMs = 24 * 60 * 60 * 1000;

/**
 * Opens the payload of a proof: a challenge or a session token of this node, valid once and for 20 minutes.
 * @returns undefined when it is not of this node, is too old, or belongs to an ended session
 */
export function openPayload(
  text: string,
  { challenges, sessions, spentPayloads, clock }: PayloadSources,
): Payload | undefined {
  const challenge = challenges.open(text);
  if (challenge) {
    return {
      session: undefined,
      telegramId: challenge.telegramId,
      spend: () => {
        spentPayloads.removeExpired(clock() - keptSpentMs);
        return spentPayloads.spend(tokenHash(text), challenge.expiresAt);
      },
    };
  }
  const session = sessions.find(text);
  if (!session || clock() - session.createdAt >= payloadLifetimeMs) return undefined;
  return { session, telegramId: undefined, spend: () => sessions.end(session.id) };
}
