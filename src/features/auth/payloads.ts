import type { Clock } from '../../core/clock.ts';
import { type Challenges, payloadLifetimeMs } from './challenges.ts';
import type { SignInStore, WalletSignIn } from './sign-in-store.ts';
import { tokenHash } from './token-hash.ts';

/** A token that a wallet may sign. */
export interface Payload {
  /** What the sign-in uses up. */
  spent: WalletSignIn['payload'];
  /** Telegram id of the user who requested the challenge. */
  telegramId: number | undefined;
}

export interface PayloadSources {
  challenges: Challenges;
  store: SignInStore;
  clock: Clock;
}

/**
 * Opens the payload of a proof: a challenge or a session token of this node, valid once and for 20 minutes.
 * @returns undefined when it is not of this node, is too old, or belongs to an ended session
 */
export async function openPayload(
  text: string,
  { challenges, store, clock }: PayloadSources,
): Promise<Payload | undefined> {
  const sha256 = tokenHash(text);
  const challenge = challenges.open(text);
  if (challenge) {
    const { expiresAt, telegramId } = challenge;
    return { spent: { type: 'challenge', sha256, expiresAt }, telegramId };
  }
  const session = await store.find(sha256, clock());
  if (!session || clock() - session.createdAt >= payloadLifetimeMs) return undefined;
  const { id, userId } = session;
  return { spent: { type: 'session', id, userId }, telegramId: undefined };
}
