import type { RawAddress } from '../../core/ton/ton-address.ts';
import { type AdmissionRules, admits } from './admission.ts';
import {
  type Account,
  type SessionRow,
  type TelegramProfile,
  type UserRow,
  walletsPerUser,
} from './sign-in-store.ts';

/** Identities that a sign-in proves. */
export interface ProvenIdentities {
  wallet?: RawAddress;
  telegramId?: number | undefined;
}

/**
 * Returns whether a user may sign in, with the identities of their account and those that the sign-in proves.
 * @param account undefined for a new user
 */
export function admitsUser(
  rules: AdmissionRules,
  account: Account | undefined,
  { wallet, telegramId }: ProvenIdentities = {},
): boolean {
  const proven = account?.wallets.map(({ address }) => address) ?? [];
  return admits(rules, {
    userId: account?.user.id,
    telegramId: account?.user.telegramId ?? telegramId ?? null,
    wallets: wallet === undefined ? proven : [wallet, ...proven],
  });
}

export const isValidSession = ({ endedAt, expiresAt }: SessionRow, now: number): boolean =>
  endedAt === null && expiresAt > now;

/** Returns whether a user has less than the limit of wallets besides this one. */
export const mayLinkWallet = ({ wallets }: Account, address: string): boolean =>
  wallets.filter((wallet) => wallet.address !== address).length < walletsPerUser;

/**
 * Returns whether a Telegram id belongs to a user, or can be added.
 * @param holder the user who has the id
 */
export const mayHaveTelegram = (
  { telegramId: own }: UserRow,
  telegramId: number,
  holder: string | undefined,
): boolean => own === telegramId || (own === null && holder === undefined);

/**
 * Returns the profile to store after a sign-in with a proven Telegram id; undefined: the stored one stays.
 * @param holder the user who has the id
 */
export function profileToStore(
  user: UserRow,
  telegram: TelegramProfile | Pick<TelegramProfile, 'telegramId'>,
  holder: string | undefined,
): TelegramProfile | undefined {
  if (!mayHaveTelegram(user, telegram.telegramId, holder)) return undefined;
  if ('username' in telegram) return telegram;
  return user.telegramId === null
    ? { ...telegram, username: null, firstName: null, lastName: null }
    : undefined;
}

/** Returns whether a user can sign in with a wallet or with Telegram. */
export const hasIdentity = ({ user, wallets }: Account): boolean =>
  user.telegramId !== null || wallets.length > 0;
