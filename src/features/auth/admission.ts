import type { Settings } from '../../contract/settings.ts';
import { ownerId } from '../../core/caller.ts';
import { message } from '../../core/messages/message.ts';
import { SettingsError } from '../../core/settings.ts';
import { parseTonAddress, type RawAddress } from '../../core/ton/ton-address.ts';

/** Identities of a person: the user on this node, and proven wallets and Telegram id. */
export interface Person {
  userId: string | undefined;
  telegramId: number | null;
  wallets: readonly RawAddress[];
}

/** Decides who may sign in: `sign_in.who` and `sign_in.list`. */
export class Admission {
  #who: 'owner' | 'list' | 'anyone' = 'owner';
  #telegramIds = new Set<number>();
  #wallets = new Set<RawAddress>();

  /** @throws SettingsError as in `set` */
  constructor(settings: Pick<Settings, 'sign_in' | 'node'>) {
    this.set(settings);
  }

  get who(): 'owner' | 'list' | 'anyone' {
    return this.#who;
  }

  /**
   * Replaces who may sign in; sessions of others become invalid.
   * @throws SettingsError naming the entry of the list that is neither an address nor a Telegram id
   */
  set({ sign_in: { who, list }, node }: Pick<Settings, 'sign_in' | 'node'>): void {
    const named = namedIn(list);
    this.#telegramIds = named.telegramIds;
    this.#wallets = named.wallets;
    this.#who = who ?? (node.type === 'public' ? 'anyone' : 'owner');
  }

  admits({ userId, telegramId, wallets }: Person): boolean {
    if (userId === ownerId || this.#who === 'anyone') return true;
    if (this.#who === 'owner') return false;
    return (
      (telegramId !== null && this.#telegramIds.has(telegramId)) ||
      wallets.some((wallet) => this.#wallets.has(wallet))
    );
  }
}

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
