import type { ConnectedWallet } from '../../contract/node-api/auth.ts';
import { isGuest, ownerId } from '../../core/caller.ts';
import { requestId } from '../../core/ids.ts';
import { message } from '../../core/messages/message.ts';
import { NodeError } from '../../core/node-error.ts';
import { parseTonAddress, type RawAddress, requireTonAddress } from '../../core/ton/ton-address.ts';
import type { Person } from './admission.ts';
import { toConnectedWallet, unprovenVersion } from './auth-responses.ts';
import type { ProvenWallet } from './proof/ton-proof.ts';
import type { TelegramProfile, UserPosition, UserRepository, UserRow } from './repository/user-repository.ts';
import type { WalletRepository } from './repository/wallet-repository.ts';

export interface AccountsOptions {
  users: UserRepository;
  wallets: WalletRepository;
  /** Whether addresses use the format of test networks. */
  testOnly: boolean;
  clock: () => number;
}

/** Limit of the wallets of a user, because every request of the user reads them. */
const walletsPerUser = 100;

/** Manages users and the wallets they have proven. */
export class Accounts {
  readonly #options: AccountsOptions;

  constructor(options: AccountsOptions) {
    this.#options = options;
  }

  /** @throws NodeError `user_not_found` */
  get(userId: string): UserRow {
    const user = this.#options.users.get(userId);
    if (!user) throw new NodeError('user_not_found', 'auth.userUnknown');
    return user;
  }

  add(): string {
    const id = requestId();
    this.#options.users.add({ id, createdAt: this.#options.clock() });
    return id;
  }

  /** Returns whether the node's owner has connected a wallet or Telegram yet. */
  hasOwner(): boolean {
    const owner = this.#options.users.get(ownerId);
    return owner?.telegramId != null || this.#options.wallets.ofUser(ownerId).length > 0;
  }

  /** Returns the known identities of a user, which decide whether they may sign in. */
  person(userId: string): Person {
    const { telegramId } = this.get(userId);
    const wallets = this.#options.wallets.ofUser(userId).map(({ address }) => address);
    return { userId, telegramId, wallets };
  }

  findByTelegram(telegramId: number): UserRow | undefined {
    return this.#options.users.findByTelegram(telegramId);
  }

  /** Returns the users who ever proved a wallet: the owner first, then by time of the proof. */
  holdersOf(address: RawAddress): string[] {
    return this.#options.wallets.holders(address).map(({ userId }) => userId);
  }

  /**
   * Returns the users to whom a wallet is linked now.
   * @param text the address in any form; other texts are linked to nobody
   */
  usersOfWallet(text: string): string[] {
    const address = parseTonAddress(text);
    if (address === undefined) return [];
    const holders = this.#options.wallets.holders(address);
    return holders.filter(({ linked }) => linked === 1).map(({ userId }) => userId);
  }

  /** Stores a user's Telegram profile, unless the Telegram id belongs to somebody else or the user has another one. */
  attachTelegram(userId: string, profile: TelegramProfile): void {
    const { telegramId } = this.get(userId);
    const holder = this.findByTelegram(profile.telegramId);
    if (telegramId === profile.telegramId || (telegramId === null && !holder)) {
      this.#options.users.setProfile(userId, profile);
    }
  }

  /** Stores a Telegram id without a name, for a user who has none. */
  attachTelegramId(userId: string, telegramId: number): void {
    if (this.get(userId).telegramId !== null) return;
    this.attachTelegram(userId, { telegramId, username: null, firstName: null, lastName: null });
  }

  /** Unlinks Telegram from this user. */
  detachTelegram(userId: string): void {
    this.#options.users.removeProfile(userId);
  }

  /**
   * Links a proven wallet to a user and selects it.
   * @throws NodeError `sign_in_not_allowed` when the user has too many
   */
  link(userId: string, { address, version }: ProvenWallet): void {
    const others = this.#options.wallets.ofUser(userId).filter((wallet) => wallet.address !== address);
    if (others.length >= walletsPerUser) throw tooManyWallets();
    this.#options.wallets.link({ userId, address, version, at: this.#options.clock() });
    this.#options.users.selectWallet(userId, address);
  }

  /**
   * Selects another of a user's wallets.
   * @param text the address in any form
   * @throws NodeError `wallet_not_linked`, `invalid_request` when the text is no address
   */
  select(userId: string, text: string): ConnectedWallet {
    const address = requireTonAddress(text, 'body.wallet_address');
    const wallet = this.#options.wallets.get(userId, address);
    if (!wallet || wallet.linked === 0) throw notLinked();
    this.#options.users.selectWallet(userId, address);
    return this.walletDocument(wallet);
  }

  /**
   * Selects a linked wallet, or one that a guest names without a proof: it identifies nobody and has no rights, and
   * replaces the one named before.
   * @param text the address in any form
   * @throws NodeError `wallet_not_linked` for the node's owner, `invalid_request` when the text is no address
   */
  selectOrName(userId: string, text: string): ConnectedWallet {
    const address = requireTonAddress(text, 'body.wallet_address');
    if (this.#options.wallets.get(userId, address)?.linked === 1 || !isGuest(userId)) {
      return this.select(userId, text);
    }
    this.#options.users.setUnprovenWallet(userId, address);
    return this.#unprovenDocument(address);
  }

  /** Disconnects the wallet in use: forgets an unproven one, or unlinks the selected one. */
  disconnect(userId: string): void {
    const { selectedWallet, unprovenWallet } = this.get(userId);
    if (unprovenWallet !== null) this.#options.users.setUnprovenWallet(userId, null);
    else if (selectedWallet !== null) this.unlink(userId, selectedWallet);
  }

  /**
   * Unlinks a wallet until it is proven again, and deselects it.
   * @throws NodeError `wallet_not_linked`
   */
  unlink(userId: string, address: RawAddress): void {
    if (!this.#options.wallets.unlink(userId, address)) throw notLinked();
    this.#deselect(userId, address);
  }

  /**
   * Unlinks a wallet permanently: a new proof of it no longer identifies this user.
   * @throws NodeError `wallet_not_linked`
   */
  forget(userId: string, address: RawAddress): void {
    if (!this.#options.wallets.remove(userId, address)) throw notLinked();
    this.#deselect(userId, address);
  }

  /** Returns the wallet in use, proven or not. */
  connectedWallet(userId: string): ConnectedWallet | null {
    const { unprovenWallet } = this.get(userId);
    return unprovenWallet === null ? this.selectedWallet(userId) : this.#unprovenDocument(unprovenWallet);
  }

  /** Returns the proven wallet that the user selected, even if an unproven one is in use. */
  selectedWallet(userId: string): ConnectedWallet | null {
    const { selectedWallet } = this.get(userId);
    const wallet = selectedWallet === null ? undefined : this.#options.wallets.get(userId, selectedWallet);
    return wallet ? this.walletDocument(wallet) : null;
  }

  /** Returns the linked wallets, the first one first. */
  wallets(userId: string): ConnectedWallet[] {
    const linked = this.#options.wallets.ofUser(userId).filter((wallet) => wallet.linked === 1);
    return linked.map((wallet) => this.walletDocument(wallet));
  }

  /** Returns all wallets that identify this user, including unlinked ones, with the time of the newest proof. */
  provenWallets(userId: string): (ConnectedWallet & { provenAt: number })[] {
    return this.#options.wallets
      .ofUser(userId)
      .map((wallet) => ({ ...this.walletDocument(wallet), provenAt: wallet.provenAt }));
  }

  /** Returns the display name of a user. */
  nameOf(userId: string): string {
    const user = this.get(userId);
    const fullName = [user.firstName, user.lastName].filter(Boolean).join(' ');
    if (user.id === ownerId) return 'owner';
    const name = user.username ?? (fullName || this.wallets(userId)[0]?.address) ?? user.id;
    // Prevents other users from choosing the owner's name.
    return name === ownerId ? `${name} (${user.id})` : name;
  }

  /** Returns a page of users, newest first, without the owner. */
  page(after: UserPosition | undefined, limit: number): { users: UserRow[]; total: number } {
    const { users } = this.#options;
    return { users: users.page(after, limit), total: users.count() };
  }

  /** Returns a wallet in the form of API responses. */
  walletDocument(wallet: ProvenWallet): ConnectedWallet {
    return toConnectedWallet(wallet, this.#options.testOnly);
  }

  #unprovenDocument(address: RawAddress): ConnectedWallet {
    return { ...this.walletDocument({ address, version: unprovenVersion }), proven: false };
  }

  #deselect(userId: string, address: RawAddress): void {
    if (this.get(userId).selectedWallet === address) this.#options.users.selectWallet(userId, null);
  }
}

const tooManyWallets = (): NodeError =>
  new NodeError('sign_in_not_allowed', message('auth.tooManyWallets', { count: walletsPerUser }));

const notLinked = (): NodeError => new NodeError('wallet_not_linked', 'auth.walletNotLinked');
