import { getAccount } from '../../../contract/node-api/auth.ts';
import { jsonEndpoint } from '../../../platform/http/endpoint/endpoint.ts';
import type { Accounts } from '../accounts.ts';
import { toUserDocument } from '../auth-responses.ts';
import type { WalletBalances } from '../wallet-balances.ts';

/** Returns the user of the token. */
export const getAccountEndpoint = (accounts: Accounts, balances: WalletBalances) =>
  jsonEndpoint(getAccount, async (_input, { caller }) => {
    const account = await accounts.get(caller.user);
    return {
      user: toUserDocument(account.user),
      connected_wallet: await balances.add(accounts.connectedWalletOf(account)),
      wallets: await Promise.all(accounts.linkedWalletsOf(account).map((wallet) => balances.add(wallet))),
    };
  });
