import { postAuthTwa } from '../../../contract/node-api/auth.ts';
import { jsonEndpoint } from '../../../platform/http/endpoint/endpoint.ts';
import type { SignIn } from '../sign-in.ts';

/** Signs in with Telegram, a wallet, or both, or issues a challenge. */
export const postAuthTwaEndpoint = (signIn: SignIn) =>
  jsonEndpoint(
    postAuthTwa,
    ({ body }) =>
      signIn.signIn({
        initData: body.twa_data || undefined,
        proof: body.ton_proof ?? undefined,
      }),
    { limit: 'sign_in' },
  );
