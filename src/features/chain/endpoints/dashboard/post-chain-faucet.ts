import { postFaucet } from '../../../../contract/dashboard-api/chain.ts';
import { defineEndpoint, jsonBody } from '../../../../platform/http/endpoint/endpoint.ts';
import type { ChainApi } from './chain-api.ts';

/** Sends test money to a wallet on the embedded chain. */
export const postFaucetEndpoint = (api: ChainApi) =>
  defineEndpoint({
    contract: postFaucet,
    limit: 'requests',
    body: jsonBody,
    handle: async ({ body }) => {
      await api.faucet(body.payer, BigInt(body.amount));
      return { status: 200, body: await api.state() };
    },
  });
