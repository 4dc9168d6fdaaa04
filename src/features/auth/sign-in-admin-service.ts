import type { SignInState } from '../../contract/dashboard-api/auth.ts';
import type { Settings } from '../../contract/settings.ts';
import { ownerId } from '../../core/caller.ts';
import type { Admission } from './admission.ts';
import { toConnectionDocument } from './auth-responses.ts';
import type { TonConnect } from './ton-connect/ton-connect.ts';
import { dashboardSessionId } from './ton-connect/wallet-connection.ts';
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

/** The dashboard's own connection to the owner's wallet; web apps of the owner have their own. */
export const ownersConnection = { user: ownerId, sessionId: dashboardSessionId };

/**
 * Host names that only resolve on this computer or in its local network, and numeric addresses, which have no
 * certificate.
 */
const localNames = /^[\d.]+$|^\[|(^|\.)(local|localhost|internal|lan|home\.arpa)\.?$/;

/** Returns whether phones with wallets can reach a URL; loopback and most local networks are unreachable. */
export function isReachableByWallets(url: string): boolean {
  const { hostname, protocol } = new URL(url);
  return protocol === 'https:' && /\w\.\w/.test(hostname) && !localNames.test(hostname);
}

const toWalletAppDocument = ({ appName, name, pageUrl }: ReturnType<TonConnect['walletApps']>[number]) => ({
  app_name: appName,
  name,
  page_url: pageUrl ?? null,
});

export type SignInAdminService = ReturnType<typeof createSignInAdminService>;

/** Creates the operations of the dashboard on sign-in, the owner's wallet, and users. */
export function createSignInAdminService(options: SignInAdminOptions) {
  const { settings, admission, domains, directory, tonConnect, usageOf, manifestUrl, onChange } = options;
  return {
    state: async (): Promise<SignInState> => {
      const connection = tonConnect.connectionOf(ownersConnection);
      const manifest = manifestUrl();
      const { telegram_bot_token: botToken, telegram_bot_id: botId, list } = settings().sign_in;
      return {
        who: admission.rules.who,
        list,
        owner: await directory.owner(),
        connection: connection ? toConnectionDocument(connection) : null,
        wallet_apps: tonConnect.walletApps().map(toWalletAppDocument),
        manifest: { url: manifest, reachable: isReachableByWallets(manifest) },
        telegram: botToken !== undefined ? 'bot_token' : botId !== undefined ? 'bot_id' : 'off',
        domains: [...domains],
      };
    },
    connect: async (walletAppName: string | undefined) =>
      toConnectionDocument(
        await tonConnect.newConnection({ ...ownersConnection, walletAppName, manifestUrl: manifestUrl() }),
      ),
    disconnect: () => tonConnect.endConnection(ownersConnection),
    /** @throws NodeError `wallet_not_linked` */
    forgetOwnerWallet: async (address: string) => {
      await directory.forgetOwnerWallet(address);
      onChange();
    },
    forgetOwnerTelegram: async () => {
      await directory.forgetOwnerTelegram();
      onChange();
    },
    /** @param cursor from an earlier page */
    users: async ({ cursor, limit }: { cursor?: string | undefined; limit: number }) => {
      const { users, nextCursor, total } = await directory.page(cursor, limit);
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
    /** @throws NodeError `user_not_found` */
    signOut: async (userId: string) => {
      await directory.signOutEverywhere(userId);
      tonConnect.endConnectionsOf(userId);
      onChange();
    },
  };
}
