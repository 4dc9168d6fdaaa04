import { postSelectWallet } from '../../../contract/node-api/auth.ts';
import { jsonEndpoint } from '../../../platform/http/endpoint/endpoint.ts';
import type { Accounts } from '../accounts.ts';

/** Selects another wallet that the user has proven. */
export const postSelectWalletEndpoint = (accounts: Accounts) =>
  jsonEndpoint(postSelectWallet, ({ body }, { caller }) => ({
    connected_wallet: accounts.select(caller.user, body.wallet_address),
  }));
