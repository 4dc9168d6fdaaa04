import { NodeError } from '../../core/node-error.ts';
import type { RawAddress } from '../../core/ton/ton-address.ts';
import type { Accounts } from './accounts.ts';
import type { Admission, Person } from './admission.ts';
import type { Payload } from './payloads.ts';
import { invalidProof } from './ton-proof.ts';

/** What somebody has shown besides the payload. */
export interface Shown {
  wallet: RawAddress;
  telegramId: number | undefined;
}

/** Tells who somebody is that proved a wallet, and whether they may sign in. */
export class Identification {
  readonly #accounts: Accounts;
  readonly #admission: Admission;

  constructor(accounts: Accounts, admission: Admission) {
    this.#accounts = accounts;
    this.#admission = admission;
  }

  /**
   * What was asked for by one person must not sign in another.
   * @throws NodeError `invalid_ton_proof`
   */
  checkSamePerson(payload: Payload, telegramId: number): void {
    const other =
      payload.session === undefined
        ? payload.telegramId !== undefined && payload.telegramId !== telegramId
        : !this.#mayHave(payload.session.userId, telegramId);
    if (other) throw invalidProof('The payload was made for another user.');
  }

  /**
   * The user whose session the payload is; else the one whom Telegram names, else the one whom the wallet
   * names, the owner first. Those who may not sign in are passed over.
   * @returns undefined for somebody new who may sign in
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

  /** What will be known of a candidate once this wallet is linked. */
  #withShown(userId: string | undefined, { wallet, telegramId }: Shown): Person {
    if (userId === undefined) return { userId, telegramId: telegramId ?? null, wallets: [wallet] };
    const person = this.#accounts.person(userId);
    return {
      userId,
      telegramId: person.telegramId ?? telegramId ?? null,
      wallets: [wallet, ...person.wallets],
    };
  }

  #whyNot(): string {
    if (this.#admission.who === 'list') {
      return 'You are not on this node’s list. Its owner can add your wallet’s address or telegram: and your id: sign_in.list.';
    }
    return this.#accounts.hasOwner()
      ? 'Only this node’s owner may sign in. The owner can let others in: sign_in.who.'
      : 'This node knows no owner yet: its owner connects a wallet in the dashboard first, and then signs in with it.';
  }
}
