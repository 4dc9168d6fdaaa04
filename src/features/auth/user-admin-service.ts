import type { LocalUser, SignInState, WalletConnection } from '../../contract/dashboard-api/auth.ts';
import type { Settings } from '../../contract/settings.ts';
import { ownerId } from '../../core/caller.ts';
import type { Admission } from './admission.ts';
import { toConnectionDocument } from './auth-responses.ts';
import type { TonConnect } from './ton-connect/ton-connect.ts';
import type { UserDirectory } from './user-directory.ts';

export interface SignInAdminOptions {
  /** Returns the current settings. */
  settings: () => Settings;
  admission: Admission;
  domains: readonly string[];
  directory: UserDirectory;
  tonConnect: TonConnect;
  /** Returns the storage usage of a user. */
  usageOf: (userId: string) => { contents: number; contentBytes: number; cost: number };
  /** Returns the URL of the manifest for wallets. */
  manifestUrl: () => string;
  onChange: () => void;
}

/** Operations of the dashboard on sign-in, the owner's wallet, and users. */
export interface SignInAdminService {
  state(): SignInState;
  connect(walletAppName: string | undefined): Promise<WalletConnection>;
  disconnect(): Promise<void>;
  /** @throws NodeError `wallet_not_linked` */
  forgetOwnerWallet(address: string): void;
  forgetOwnerTelegram(): void;
  /** @param cursor from an earlier page */
  users(page: { cursor: string | undefined; limit: number }): {
    users: LocalUser[];
    next_cursor: string | null;
    total: number;
  };
  /** @throws NodeError `user_not_found` */
  signOut(userId: string): void;
}

/** The dashboard's own connection to the owner's wallet; web apps of the owner have their own. */
export const ownersConnection = { user: ownerId, sessionId: 'dashboard' };

/** Returns whether phones with wallets can reach a URL; loopback and most local networks are unreachable. */
function isReachableByWallets(url: string): boolean {
  const { hostname, protocol } = new URL(url);
  return protocol === 'https:' && hostname.includes('.') && !/^[\d.]+$|\.(local|localhost)$/.test(hostname);
}

/** Creates the service for users, the owner's wallet, and who may sign in. */
export function createSignInAdminService(options: SignInAdminOptions): SignInAdminService {
  const { settings, admission, domains, directory, tonConnect, usageOf, manifestUrl, onChange } = options;
  return {
    state: () => {
      const connection = tonConnect.connectionOf(ownersConnection);
      const manifest = manifestUrl();
      const { telegram_bot_token: botToken, telegram_bot_id: botId, list } = settings().sign_in;
      return {
        who: admission.who,
        list,
        owner: directory.owner(),
        connection: connection ? toConnectionDocument(connection) : null,
        wallet_apps: tonConnect.walletApps().map(({ appName, name }) => ({ app_name: appName, name })),
        manifest: { url: manifest, reachable: isReachableByWallets(manifest) },
        telegram: botToken !== undefined ? 'bot_token' : botId !== undefined ? 'bot_id' : 'off',
        domains: [...domains],
      };
    },
    connect: async (walletAppName) =>
      toConnectionDocument(
        await tonConnect.newConnection({ ...ownersConnection, walletAppName, manifestUrl: manifestUrl() }),
      ),
    disconnect: () => tonConnect.endConnection(ownersConnection),
    forgetOwnerWallet: (address) => {
      directory.forgetOwnerWallet(address);
      onChange();
    },
    forgetOwnerTelegram: () => {
      directory.forgetOwnerTelegram();
      onChange();
    },
    users: ({ cursor, limit }) => {
      const { users, nextCursor, total } = directory.page(cursor, limit);
      return {
        users: users.map((user) => {
          const { contents, contentBytes, cost } = usageOf(user.id);
          return {
            ...user,
            contents,
            content_bytes: contentBytes,
            counted_bytes: cost,
            quota_bytes: settings().storage.user_quota_bytes,
          };
        }),
        next_cursor: nextCursor,
        total,
      };
    },
    signOut: (userId) => {
      directory.signOutEverywhere(userId);
      tonConnect.endConnectionsOf(userId);
      onChange();
    },
  };
}
