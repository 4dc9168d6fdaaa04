import type { ConstantMessageId } from '../../contract/messages/message.ts';
import { NodeError } from '../../core/node-error.ts';
import type { RawAddress } from '../../core/ton/ton-address.ts';
import type { Accounts } from './accounts.ts';
import type { Admission, Person } from './admission.ts';
import type { Payload } from './payloads.ts';
import { invalidProof } from './proof/invalid-proof.ts';

/** Identities that a sign-in proves besides its payload. */
export interface Shown {
  wallet: RawAddress;
  telegramId: number | undefined;
}

/** Identifies the user of a proven wallet and decides whether they may sign in. */
export class Identification {
  readonly #accounts: Accounts;
  readonly #admission: Admission;

  constructor(accounts: Accounts, admission: Admission) {
    this.#accounts = accounts;
    this.#admission = admission;
  }

  /**
   * Checks that a payload requested by one person does not sign in another.
   * @throws NodeError `invalid_ton_proof`
   */
  checkSamePerson(payload: Payload, telegramId: number): void {
    const other =
      payload.session === undefined
        ? payload.telegramId !== undefined && payload.telegramId !== telegramId
        : !this.#mayHave(payload.session.userId, telegramId);
    if (other) throw invalidProof('auth.proofOtherUser');
  }

  /**
   * Returns the user of the payload's session; otherwise the one with the Telegram id, otherwise the one with the
   * wallet, the owner first. Skips users who may not sign in.
   * @returns undefined for a new user who may sign in
   * @throws NodeError `sign_in_not_allowed`
   */
  userOf({ session }: Payload, { wallet, telegramId }: Shown): string | undefined {
    const byTelegram = telegramId === undefined ? undefined : this.#accounts.findByTelegram(telegramId)?.id;
    const known = byTelegram === undefined ? [] : [byTelegram];
    const candidates =
      session === undefined ? [...known, ...this.#accounts.holdersOf(wallet), undefined] : [session.userId];
    const admitted = candidates.findIndex((candidate) =>
      this.#admission.admits(this.#withShown(candidate, { wallet, telegramId })),
    );
    if (admitted === -1) throw new NodeError('sign_in_not_allowed', this.#whyNot());
    return candidates[admitted];
  }

  #mayHave(userId: string, telegramId: number): boolean {
    const { telegramId: own } = this.#accounts.get(userId);
    return own === telegramId || (own === null && !this.#accounts.findByTelegram(telegramId));
  }

  /** Returns the identities that a candidate would have with this wallet linked. */
  #withShown(userId: string | undefined, { wallet, telegramId }: Shown): Person {
    if (userId === undefined) return { userId, telegramId: telegramId ?? null, wallets: [wallet] };
    const person = this.#accounts.person(userId);
    return {
      userId,
      telegramId: person.telegramId ?? telegramId ?? null,
      wallets: [wallet, ...person.wallets],
    };
  }

  #whyNot(): ConstantMessageId {
    if (this.#admission.who === 'list') return 'auth.notOnList';
    return this.#accounts.hasOwner() ? 'auth.ownerOnly' : 'auth.noOwner';
  }
}
