import { getIcon, getTonConnectManifest } from '../../../contract/node-api/auth.ts';
import { jsonEndpoint } from '../../../platform/http/endpoint/endpoint.ts';

/** Returns the manifest that wallets show when they connect to this node. */
export const getTonConnectManifestEndpoint = () =>
  jsonEndpoint(getTonConnectManifest, (_input, { baseUrl }) => ({
    url: baseUrl,
    name: 'Alcove',
    iconUrl: `${baseUrl}${getIcon.path}`,
  }));
