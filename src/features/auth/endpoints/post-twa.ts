import { postAuthTwa } from '../../../contract/node-api/auth.ts';
import { jsonEndpoint } from '../../../platform/http/endpoint/endpoint.ts';
import type { SignIn } from '../sign-in.ts';
import type { WalletBalances } from '../wallet-balances.ts';

/** Signs in with Telegram, a wallet, or both, or issues a challenge. */
export const postAuthTwaEndpoint = (signIn: SignIn, balances: WalletBalances) =>
  jsonEndpoint(
    postAuthTwa,
    async ({ body }) => {
      const signedIn = await signIn.signIn({
        initData: body.twa_data || undefined,
        proof: body.ton_proof ?? undefined,
      });
      return { ...signedIn, connected_wallet: await balances.add(signedIn.connected_wallet) };
    },
    { limit: 'sign_in' },
  );
