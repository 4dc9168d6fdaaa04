import { postSelectWallet } from '../../../contract/node-api/auth.ts';
import { defineEndpoint, jsonBody } from '../../../platform/http/endpoint/endpoint.ts';
import type { Accounts } from '../accounts.ts';

/** Selects another wallet that the user has proven. */
export const postSelectWalletEndpoint = (accounts: Accounts) =>
  defineEndpoint({
    contract: postSelectWallet,
    limit: 'requests',
    body: jsonBody,
    handle: ({ body }, { caller }) => ({
      status: 200,
      body: { connected_wallet: accounts.select(caller.user, body.wallet_address) },
    }),
  });
