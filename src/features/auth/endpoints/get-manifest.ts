import { getIcon, getTonConnectManifest } from '../../../contract/node-api/auth.ts';
import type { Settings } from '../../../contract/settings.ts';
import { jsonEndpoint } from '../../../platform/http/endpoint/endpoint.ts';

/** Returns the manifest that wallets show when they connect to this node. */
export const getTonConnectManifestEndpoint = (operatorOf: () => Settings['operator']) =>
  jsonEndpoint(getTonConnectManifest, (_input, { baseUrl }) => {
    const { name = 'Alcove', image_url, terms_url, privacy_url } = operatorOf();
    return {
      url: baseUrl,
      name,
      iconUrl: image_url ?? `${baseUrl}${getIcon.path}`,
      ...(terms_url !== undefined && { termsOfUseUrl: terms_url }),
      ...(privacy_url !== undefined && { privacyPolicyUrl: privacy_url }),
    };
  });
