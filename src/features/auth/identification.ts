import type { RawAddress } from '../../core/ton/ton-address.ts';
import { type AdmissionRules, admits } from './admission.ts';
import type { Account } from './sign-in-store.ts';

/** Identities that a sign-in proves. */
export interface Shown {
  wallet: RawAddress | undefined;
  telegramId: number | undefined;
}

/**
 * Returns whether a person may sign in, with the identities of their account and those that they show.
 * @param account undefined for a new user
 */
export function admitsShown(
  rules: AdmissionRules,
  account: Account | undefined,
  { wallet, telegramId }: Shown,
): boolean {
  const proven = account?.wallets.map(({ address }) => address) ?? [];
  return admits(rules, {
    userId: account?.user.id,
    telegramId: account?.user.telegramId ?? telegramId ?? null,
    wallets: wallet === undefined ? proven : [wallet, ...proven],
  });
}
