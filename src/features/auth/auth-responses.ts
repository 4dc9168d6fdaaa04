import type {
  ApiTokenDocument,
  WalletConnection as WalletConnectionDocument,
} from '../../contract/dashboard-api/auth.ts';
import type { ConnectedWallet, UserDocument } from '../../contract/node-api/auth.ts';
import { ownerId } from '../../core/caller.ts';
import { toTimestamp } from '../../core/clock.ts';
import { formatTonAddress } from '../../core/ton/ton-address.ts';
import type { ProvenWallet } from './proof/verify-ton-proof.ts';
import type { UserRow } from './sign-in-store.ts';
import type { ApiToken } from './tokens/api-tokens.ts';
import type { WalletConnection } from './ton-connect/wallet-connection.ts';

export const toUserDocument = (user: UserRow): UserDocument => ({
  id: user.id,
  is_owner: user.id === ownerId,
  telegram_id: user.telegramId,
  username: user.username,
  first_name: user.firstName,
  last_name: user.lastName,
  created_at: toTimestamp(user.createdAt),
});

/** Version of an unproven wallet; only a proof contains the version of its contract. */
export const unprovenVersion = 'unknown';

/** @param testOnly whether the address uses the format of test networks */
export const toConnectedWallet = (
  { address, version }: ProvenWallet,
  testOnly: boolean,
): ConnectedWallet => ({
  version,
  address: formatTonAddress(address, { bounceable: false, testOnly }),
  proven: true,
  // `WalletBalances` fills it in.
  ton_balance: null,
});

/** @param provenAt time of the newest proof in milliseconds */
export const toLinkedWallet = ({ address, version, provenAt }: ConnectedWallet & { provenAt: number }) => ({
  address,
  version,
  linked_at: toTimestamp(provenAt),
});

export const toConnectionDocument = (connection: WalletConnection): WalletConnectionDocument => ({
  state: connection.state,
  wallet_app_name: connection.walletAppName,
  connection_link: connection.connectionLink,
  expires_at: toTimestamp(connection.expiresAt),
  features: connection.features && {
    max_messages: connection.features.maxMessages,
    signs_data: connection.features.signsData,
  },
  message: connection.message,
});

export const toTokenDocument = ({ id, name, scopes, createdAt, lastUsedAt }: ApiToken): ApiTokenDocument => ({
  id,
  name,
  scopes,
  created_at: toTimestamp(createdAt),
  last_used_at: lastUsedAt === null ? null : toTimestamp(lastUsedAt),
});
