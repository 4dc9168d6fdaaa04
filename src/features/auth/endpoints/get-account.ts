import { getAccount } from '../../../contract/node-api/auth.ts';
import { jsonEndpoint } from '../../../platform/http/endpoint/endpoint.ts';
import type { Accounts } from '../accounts.ts';
import { toUserDocument } from '../auth-responses.ts';
import type { WalletBalances } from '../wallet-balances.ts';

/** Returns the user of the token. */
export const getAccountEndpoint = (accounts: Accounts, balances: WalletBalances) =>
  jsonEndpoint(getAccount, async (_input, { caller: { user } }) => ({
    user: toUserDocument(accounts.get(user)),
    connected_wallet: await balances.add(accounts.connectedWallet(user)),
    wallets: await Promise.all(accounts.wallets(user).map((wallet) => balances.add(wallet))),
  }));
