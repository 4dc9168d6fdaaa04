import { postMnemonic } from '../../../../contract/dashboard-api/chain.ts';
import { defineEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { ChainApi } from './chain-api.ts';

/** Returns the recovery words of the node’s wallet. */
export const postMnemonicEndpoint = (api: ChainApi) =>
  defineEndpoint({
    contract: postMnemonic,
    limit: 'requests',
    handle: async () => ({ status: 200, body: await api.mnemonic() }),
  });
