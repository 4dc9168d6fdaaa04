import { postSelectWallet } from '../../../contract/node-api/auth.ts';
import { jsonEndpoint } from '../../../platform/http/endpoint/endpoint.ts';
import type { Accounts } from '../accounts.ts';
import type { WalletBalances } from '../wallet-balances.ts';

/** Selects another wallet of the user, or one that a guest has not proven. */
export const postSelectWalletEndpoint = (accounts: Accounts, balances: WalletBalances) =>
  jsonEndpoint(postSelectWallet, async ({ body }, { caller }) => ({
    connected_wallet: await balances.add(await accounts.selectOrName(caller.user, body.wallet_address)),
  }));
