import type { ConnectedWallet, UserDocument } from '../../contract/node-api/auth.ts';
import { ownerId } from '../../core/caller.ts';
import { toTimestamp } from '../../core/clock.ts';
import { requestId } from '../../core/ids.ts';
import { NodeError } from '../../core/node-error.ts';
import { formatTonAddress, parseTonAddress, type RawAddress } from '../../core/ton/ton-address.ts';
import type { Person } from './admission.ts';
import type { TelegramProfile, UserPosition, UserRepository, UserRow } from './repository/user-repository.ts';
import type { WalletRepository } from './repository/wallet-repository.ts';
import type { ProvenWallet } from './ton-proof.ts';

export interface AccountsOptions {
  users: UserRepository;
  wallets: WalletRepository;
  /** Whether addresses are written for a test network. */
  testOnly: boolean;
  clock: () => number;
}

/** Every request of a user looks at them, so that they must not pile up. */
const walletsPerUser = 100;

/** Users and the wallets they have proven. */
export class Accounts {
  readonly #options: AccountsOptions;

  constructor(options: AccountsOptions) {
    this.#options = options;
  }

  /** @throws NodeError `user_not_found` */
  get(userId: string): UserRow {
    const user = this.#options.users.get(userId);
    if (!user) throw new NodeError('user_not_found', 'This node has no such user.');
    return user;
  }

  add(): string {
    const id = requestId();
    this.#options.users.add({ id, createdAt: this.#options.clock() });
    return id;
  }

  /** Whether the node's owner has connected a wallet or Telegram yet. */
  hasOwner(): boolean {
    const owner = this.#options.users.get(ownerId);
    return owner?.telegramId != null || this.#options.wallets.ofUser(ownerId).length > 0;
  }

  /** What is known of somebody: to tell whether they may sign in. */
  person(userId: string): Person {
    const { telegramId } = this.get(userId);
    const wallets = this.#options.wallets.ofUser(userId).map(({ address }) => address);
    return { userId, telegramId, wallets };
  }

  findByTelegram(telegramId: number): UserRow | undefined {
    return this.#options.users.findByTelegram(telegramId);
  }

  /** Who ever proved a wallet, the owner first, then the earliest. */
  holdersOf(address: RawAddress): string[] {
    return this.#options.wallets.holders(address).map(({ userId }) => userId);
  }

  /**
   * The users to whom a wallet is linked now.
   * @param text the address in any form; what is no address is linked to nobody
   */
  usersOfWallet(text: string): string[] {
    const address = parseTonAddress(text);
    if (address === undefined) return [];
    const holders = this.#options.wallets.holders(address);
    return holders.filter(({ linked }) => linked === 1).map(({ userId }) => userId);
  }

  /** Takes over what Telegram says of a user, where the Telegram id is the user's or free for one who has none. */
  attachTelegram(userId: string, profile: TelegramProfile): void {
    const { telegramId } = this.get(userId);
    const holder = this.findByTelegram(profile.telegramId);
    if (telegramId === profile.telegramId || (telegramId === null && !holder)) {
      this.#options.users.setProfile(userId, profile);
    }
  }

  /** The same for an id without a name, for a user who has none. */
  attachTelegramId(userId: string, telegramId: number): void {
    if (this.get(userId).telegramId !== null) return;
    this.attachTelegram(userId, { telegramId, username: null, firstName: null, lastName: null });
  }

  /** Telegram no longer leads to this user. */
  detachTelegram(userId: string): void {
    this.#options.users.removeProfile(userId);
  }

  /**
   * Links a proven wallet to a user, and makes it the one in use.
   * @throws NodeError `sign_in_not_allowed` when the user has too many
   */
  link(userId: string, { address, version }: ProvenWallet): void {
    const others = this.#options.wallets.ofUser(userId).filter((wallet) => wallet.address !== address);
    if (others.length >= walletsPerUser) throw tooManyWallets();
    this.#options.wallets.link({ userId, address, version, at: this.#options.clock() });
    this.#options.users.selectWallet(userId, address);
  }

  /**
   * Uses another of a user's wallets.
   * @param text the address in any form
   * @throws NodeError `wallet_not_linked`, `invalid_request` when the text is no address
   */
  select(userId: string, text: string): ConnectedWallet {
    const address = addressOf(text, 'body.wallet_address');
    const wallet = this.#options.wallets.get(userId, address);
    if (!wallet || wallet.linked === 0) throw notLinked();
    this.#options.users.selectWallet(userId, address);
    return this.walletDocument(wallet);
  }

  /**
   * Unlinks a wallet until it is proven again; when it was in use, none is.
   * @throws NodeError `wallet_not_linked`
   */
  unlink(userId: string, address: RawAddress): void {
    if (!this.#options.wallets.unlink(userId, address)) throw notLinked();
    this.#deselect(userId, address);
  }

  /** Unlinks a wallet for good: a new proof of it no longer leads to this user. @throws NodeError `wallet_not_linked` */
  forget(userId: string, address: RawAddress): void {
    if (!this.#options.wallets.remove(userId, address)) throw notLinked();
    this.#deselect(userId, address);
  }

  connectedWallet(userId: string): ConnectedWallet | null {
    const { selectedWallet } = this.get(userId);
    const wallet = selectedWallet === null ? undefined : this.#options.wallets.get(userId, selectedWallet);
    return wallet ? this.walletDocument(wallet) : null;
  }

  /** The linked wallets, the first one first. */
  wallets(userId: string): ConnectedWallet[] {
    const linked = this.#options.wallets.ofUser(userId).filter(({ linked }) => linked === 1);
    return linked.map((wallet) => this.walletDocument(wallet));
  }

  /** All wallets whose proof leads to this user, unlinked ones too, with the time of the newest proof. */
  provenWallets(userId: string): (ConnectedWallet & { provenAt: number })[] {
    return this.#options.wallets
      .ofUser(userId)
      .map((wallet) => ({ ...this.walletDocument(wallet), provenAt: wallet.provenAt }));
  }

  /** A user as answers show it. */
  document(userId: string): UserDocument {
    const user = this.get(userId);
    return {
      id: user.id,
      is_owner: user.id === ownerId,
      telegram_id: user.telegramId,
      username: user.username,
      first_name: user.firstName,
      last_name: user.lastName,
      created_at: toTimestamp(user.createdAt),
    };
  }

  /** How a person who reads a list knows a user. */
  nameOf(userId: string): string {
    const user = this.get(userId);
    const fullName = [user.firstName, user.lastName].filter(Boolean).join(' ');
    if (user.id === ownerId) return 'owner';
    const name = user.username ?? (fullName || this.wallets(userId)[0]?.address) ?? user.id;
    // Nobody else passes for the owner by a name of their choice.
    return name === ownerId ? `${name} (${user.id})` : name;
  }

  /** Newest first, without the owner. */
  page(after: UserPosition | undefined, limit: number): { users: UserRow[]; total: number } {
    const { users } = this.#options;
    return { users: users.page(after, limit), total: users.count() };
  }

  /** A wallet as answers show it. */
  walletDocument({ address, version }: ProvenWallet): ConnectedWallet {
    const { testOnly } = this.#options;
    return {
      version,
      address: formatTonAddress(address, { bounceable: false, testOnly }),
      // Known once the node talks to the chain.
      ton_balance: null,
    };
  }

  #deselect(userId: string, address: RawAddress): void {
    if (this.get(userId).selectedWallet === address) this.#options.users.selectWallet(userId, null);
  }
}

/** @throws NodeError `invalid_request` naming the place */
export function addressOf(text: string, place: string): RawAddress {
  const address = parseTonAddress(text);
  if (address !== undefined) return address;
  throw new NodeError('invalid_request', `${place} is not a TON address. Copy it again from the wallet.`, {
    errors: [{ path: place, message: 'is not a TON address' }],
  });
}

const tooManyWallets = (): NodeError =>
  new NodeError('sign_in_not_allowed', `You have ${walletsPerUser} wallets here. Sign in with one of them.`);

const notLinked = (): NodeError =>
  new NodeError('wallet_not_linked', 'This wallet is not linked. Sign in with it first, by a proof.');
