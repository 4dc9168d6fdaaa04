import { homepage } from '../../../core/version.ts';
import { getSharePageEndpoint } from '../../../features/share-page/index.ts';
import type { Endpoint } from '../../../platform/http/endpoint/endpoint.ts';
import type { NodeModules } from './node-modules.ts';

/** Creates the pages for people in browsers, which the node serves beside its API. */
export const createPages = ({ base, storage }: NodeModules): Endpoint[] => [
  getSharePageEndpoint({
    ...storage.content,
    operator: () => base.live.get().operator,
    appUrl: homepage,
    isTestNetwork: base.settings.chain.network !== 'mainnet',
  }),
];
