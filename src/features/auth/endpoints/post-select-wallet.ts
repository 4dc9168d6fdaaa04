import { postSelectWallet } from '../../../contract/node-api/auth.ts';
import { jsonEndpoint } from '../../../platform/http/endpoint/endpoint.ts';
import type { Accounts } from '../accounts.ts';
import type { WalletBalances } from '../wallet-balances.ts';

/** Selects another wallet that the user has proven. */
export const postSelectWalletEndpoint = (accounts: Accounts, balances: WalletBalances) =>
  jsonEndpoint(postSelectWallet, async ({ body }, { caller }) => ({
    connected_wallet: await balances.add(accounts.select(caller.user, body.wallet_address)),
  }));
