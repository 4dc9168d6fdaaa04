import { getAccount } from '../../../contract/node-api/auth.ts';
import { jsonEndpoint } from '../../../platform/http/endpoint/endpoint.ts';
import type { Accounts } from '../accounts.ts';
import { toUserDocument } from '../auth-responses.ts';

/** Returns the user of the token. */
export const getAccountEndpoint = (accounts: Accounts) =>
  jsonEndpoint(getAccount, (_input, { caller: { user } }) => ({
    user: toUserDocument(accounts.get(user)),
    connected_wallet: accounts.connectedWallet(user),
    wallets: accounts.wallets(user),
  }));
