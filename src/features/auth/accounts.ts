import type { ConnectedWallet } from '../../contract/node-api/auth.ts';
import { isGuest, ownerId } from '../../core/caller.ts';
import { NodeError } from '../../core/node-error.ts';
import { parseTonAddress, type RawAddress, requireTonAddress } from '../../core/ton/ton-address.ts';
import { toConnectedWallet, unprovenVersion } from './auth-responses.ts';
import type { ProvenWallet } from './proof/verify-ton-proof.ts';
import type { UserRepository } from './repository/user-repository.ts';
import type { WalletRepository } from './repository/wallet-repository.ts';
import type { Account, SignInStore, WalletRow } from './sign-in-store.ts';

export interface AccountsOptions {
  store: SignInStore;
  users: UserRepository;
  wallets: WalletRepository;
  /** Whether addresses use the format of test networks. */
  testOnly: boolean;
}

/** Manages the wallets of users, and returns the accounts of users to other features. */
export class Accounts {
  readonly #options: AccountsOptions;

  constructor(options: AccountsOptions) {
    this.#options = options;
  }

  /** @throws NodeError `user_not_found` */
  async get(userId: string): Promise<Account> {
    return required(await this.#options.store.account(userId));
  }

  /**
   * Selects a linked wallet, or one that a guest names without a proof: it identifies nobody and has no rights, and
   * replaces the one named before.
   * @param text the address in any form
   * @throws NodeError `wallet_not_linked` for the node's owner, `invalid_request` when the text is no address
   */
  async selectOrName(userId: string, text: string): Promise<ConnectedWallet> {
    const address = requireTonAddress(text, 'body.wallet_address');
    const account = await this.#options.store.useWallet(userId, address, isGuest(userId));
    const wallet = account && this.connectedWalletOf(account);
    if (!wallet) throw notLinked();
    return wallet;
  }

  /** Unlinks a wallet until it is proven again, and deselects it; does nothing when it is not linked. */
  async unlink(userId: string, address: RawAddress): Promise<void> {
    await this.#options.store.unlinkWallet(userId, address);
  }

  /** Returns the wallet in use of an account, proven or not. */
  connectedWalletOf(account: Account): ConnectedWallet | null {
    const { unprovenWallet } = account.user;
    if (unprovenWallet === null) return this.#selectedWalletOf(account);
    return { ...this.walletDocument({ address: unprovenWallet, version: unprovenVersion }), proven: false };
  }

  /** Returns the linked wallets of an account, the first one first. */
  linkedWalletsOf({ wallets }: Pick<Account, 'wallets'>): ConnectedWallet[] {
    return wallets.filter(({ linked }) => linked === 1).map((wallet) => this.walletDocument(wallet));
  }

  /** Returns all wallets that identify a user, including unlinked ones, with the time of the newest proof. */
  provenWalletsOf({ wallets }: Pick<Account, 'wallets'>): (ConnectedWallet & { provenAt: number })[] {
    return wallets.map((wallet) => ({ ...this.walletDocument(wallet), provenAt: wallet.provenAt }));
  }

  /** Returns the display name of an account. */
  nameIn(account: Account): string {
    const { user } = account;
    const fullName = [user.firstName, user.lastName].filter(Boolean).join(' ');
    if (user.id === ownerId) return 'owner';
    const name = user.username ?? (fullName || this.linkedWalletsOf(account)[0]?.address) ?? user.id;
    // Prevents other users from choosing the owner's name.
    return name === ownerId ? `${name} (${user.id})` : name;
  }

  /** Returns a wallet in the form of API responses. */
  walletDocument(wallet: ProvenWallet): ConnectedWallet {
    return toConnectedWallet(wallet, this.#options.testOnly);
  }

  /** Returns the wallet in use of a user, proven or not. */
  connectedWallet(userId: string): ConnectedWallet | null {
    return this.connectedWalletOf(this.#read(userId));
  }

  /** Returns the proven wallet that the user selected, even if an unproven one is in use. */
  selectedWallet(userId: string): ConnectedWallet | null {
    return this.#selectedWalletOf(this.#read(userId));
  }

  /** Returns the linked wallets of a user, the first one first. */
  wallets(userId: string): ConnectedWallet[] {
    return this.linkedWalletsOf({ wallets: this.#provenBy(userId) });
  }

  /** Returns all wallets that a user ever proved, including unlinked ones. */
  provenWallets(userId: string): ConnectedWallet[] {
    return this.provenWalletsOf({ wallets: this.#provenBy(userId) });
  }

  /** Returns the display name of a user. */
  nameOf(userId: string): string {
    return this.nameIn(this.#read(userId));
  }

  /** Returns the users who ever proved a wallet: the owner first, then by time of the proof. */
  usersWhoProved(address: RawAddress): string[] {
    return this.#options.wallets.usersWhoProved(address).map(({ userId }) => userId);
  }

  /**
   * Returns the users to whom a wallet is linked now.
   * @param text the address in any form; other texts are linked to nobody
   */
  usersOfWallet(text: string): string[] {
    const address = parseTonAddress(text);
    if (address === undefined) return [];
    const users = this.#options.wallets.usersWhoProved(address);
    return users.filter(({ linked }) => linked === 1).map(({ userId }) => userId);
  }

  #selectedWalletOf({ user, wallets }: Account): ConnectedWallet | null {
    const wallet = wallets.find(({ address }) => address === user.selectedWallet);
    return wallet ? this.walletDocument(wallet) : null;
  }

  #provenBy(userId: string): WalletRow[] {
    return this.#options.wallets.ofUser(userId);
  }

  /** @throws NodeError `user_not_found` */
  #read(userId: string): Account {
    const user = this.#options.users.get(userId);
    return required(user && { user, wallets: this.#provenBy(userId) });
  }
}

function required(account: Account | undefined): Account {
  if (!account) throw new NodeError('user_not_found', 'auth.userUnknown');
  return account;
}

/** Creates the error for a wallet that is not linked to the user. */
export const notLinked = (): NodeError => new NodeError('wallet_not_linked', 'auth.walletNotLinked');
