import type { Settings } from '../../contract/settings.ts';
import { ownerId } from '../../core/caller.ts';
import { message } from '../../core/messages/message.ts';
import { SettingsError } from '../../core/settings.ts';
import { parseTonAddress, type RawAddress } from '../../core/ton/ton-address.ts';

/** Identities of somebody who signs in: the user on this node, and proven wallets and Telegram id. */
export interface Identities {
  userId: string | undefined;
  telegramId: number | null;
  wallets: readonly RawAddress[];
}

/** Who may sign in: `sign_in.who` and `sign_in.list`. */
export interface AdmissionRules {
  readonly who: 'owner' | 'list' | 'anyone';
  readonly telegramIds: ReadonlySet<number>;
  readonly wallets: ReadonlySet<RawAddress>;
}

/** Returns whether somebody with these identities may sign in. */
export function admits(rules: AdmissionRules, { userId, telegramId, wallets }: Identities): boolean {
  if (userId === ownerId || rules.who === 'anyone') return true;
  if (rules.who === 'owner') return false;
  return (
    (telegramId !== null && rules.telegramIds.has(telegramId)) ||
    wallets.some((wallet) => rules.wallets.has(wallet))
  );
}

/** Holds who may sign in now. */
export class Admission {
  #rules: AdmissionRules;

  /** @throws SettingsError as in `set` */
  constructor(settings: Pick<Settings, 'sign_in' | 'node'>) {
    this.#rules = rulesOf(settings);
  }

  get rules(): AdmissionRules {
    return this.#rules;
  }

  /**
   * Replaces who may sign in; sessions of others become invalid.
   * @throws SettingsError naming the entry of the list that is neither an address nor a Telegram id
   */
  set(settings: Pick<Settings, 'sign_in' | 'node'>): void {
    this.#rules = rulesOf(settings);
  }
}

const rulesOf = ({ sign_in: { who, list }, node }: Pick<Settings, 'sign_in' | 'node'>): AdmissionRules => ({
  ...namedIn(list),
  who: who ?? (node.type === 'public' ? 'anyone' : 'owner'),
});

function namedIn(list: readonly string[]): { telegramIds: Set<number>; wallets: Set<RawAddress> } {
  const named = { telegramIds: new Set<number>(), wallets: new Set<RawAddress>() };
  for (const entry of list.map((text) => text.trim())) {
    const telegramId = /^telegram:(\d{1,15})$/i.exec(entry)?.[1];
    const wallet = parseTonAddress(entry);
    if (telegramId !== undefined) named.telegramIds.add(Number(telegramId));
    else if (wallet !== undefined) named.wallets.add(wallet);
    else {
      throw new SettingsError(message('auth.listEntryInvalid', { entry }));
    }
  }
  return named;
}
