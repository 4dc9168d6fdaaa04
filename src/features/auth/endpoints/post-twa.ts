import { postAuthTwa } from '../../../contract/node-api/auth.ts';
import { defineEndpoint, jsonBody } from '../../../platform/http/endpoint/endpoint.ts';
import type { SignIn } from '../sign-in.ts';

/** Signs in with Telegram, a wallet, or both, or issues a challenge. */
export const postAuthTwaEndpoint = (signIn: SignIn) =>
  defineEndpoint({
    contract: postAuthTwa,
    limit: 'sign_in',
    body: jsonBody,
    handle: async ({ body }) => ({
      status: 200,
      body: await signIn.signIn({
        initData: body.twa_data || undefined,
        proof: body.ton_proof ?? undefined,
      }),
    }),
  });
