import { getIcon, getTonConnectManifest } from '../../../contract/node-api/auth.ts';
import { defineEndpoint } from '../../../platform/http/endpoint/endpoint.ts';

/** 4. What wallets show of this node when they connect. */
export const getTonConnectManifestEndpoint = () =>
  defineEndpoint({
    contract: getTonConnectManifest,
    limit: 'requests',
    handle: (_input, { baseUrl }) => ({
      status: 200,
      body: { url: baseUrl, name: 'Alcove', iconUrl: `${baseUrl}${getIcon.path}` },
    }),
  });
