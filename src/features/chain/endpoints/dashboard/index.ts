import type { Endpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { ChainApi } from './chain-api.ts';
import { getChainEndpoint } from './get-chain.ts';
import { postFaucetEndpoint } from './post-chain-faucet.ts';
import { postMnemonicEndpoint } from './post-chain-mnemonic.ts';

/** Lists the dashboard’s endpoints for the chain. */
export const chainEndpoints = (api: ChainApi): Endpoint[] => [
  getChainEndpoint(api),
  postFaucetEndpoint(api),
  postMnemonicEndpoint(api),
];
