import type { Settings } from '../contract/settings.ts';
import { ownerId } from '../core/caller.ts';
import { SettingsError } from '../core/settings.ts';
import { parseTonAddress, type RawAddress } from '../core/ton-address.ts';

/** By what somebody may be known: who they are here already, and what they have proven. */
export interface Person {
  userId: string | undefined;
  telegramId: number | null;
  wallets: readonly RawAddress[];
}

/** Who may sign in (protocol, section 5): `sign_in.who` and `sign_in.list`. */
export class Admission {
  readonly who: 'owner' | 'list' | 'anyone';
  readonly #telegramIds = new Set<number>();
  readonly #wallets = new Set<RawAddress>();

  /** @throws SettingsError naming the entry of the list that is neither an address nor a Telegram id */
  constructor({ sign_in: { who, list }, node }: Pick<Settings, 'sign_in' | 'node'>) {
    this.who = who ?? (node.type === 'public' ? 'anyone' : 'owner');
    for (const entry of list) this.#add(entry.trim());
  }

  admits({ userId, telegramId, wallets }: Person): boolean {
    if (userId === ownerId || this.who === 'anyone') return true;
    if (this.who === 'owner') return false;
    return (
      (telegramId !== null && this.#telegramIds.has(telegramId)) ||
      wallets.some((wallet) => this.#wallets.has(wallet))
    );
  }

  #add(entry: string): void {
    const telegramId = /^telegram:(\d{1,15})$/i.exec(entry)?.[1];
    const wallet = parseTonAddress(entry);
    if (telegramId !== undefined) this.#telegramIds.add(Number(telegramId));
    else if (wallet !== undefined) this.#wallets.add(wallet);
    else {
      throw new SettingsError(
        `sign_in.list: “${entry}” is neither a TON address nor telegram: and a number, such as telegram:12345.`,
      );
    }
  }
}
