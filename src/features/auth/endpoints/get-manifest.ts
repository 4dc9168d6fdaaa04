import { getIcon, getTonConnectManifest } from '../../../contract/node-api/auth.ts';
import { defineEndpoint } from '../../../platform/http/endpoint/endpoint.ts';

/** Returns the manifest that wallets show when they connect to this node. */
export const getTonConnectManifestEndpoint = () =>
  defineEndpoint({
    contract: getTonConnectManifest,
    limit: 'requests',
    handle: (_input, { baseUrl }) => ({
      status: 200,
      body: { url: baseUrl, name: 'Alcove', iconUrl: `${baseUrl}${getIcon.path}` },
    }),
  });
