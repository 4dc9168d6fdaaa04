import { getPlatformImage, getPlatformMetadata } from '../../../contract/node-api/chain.ts';
import type { Settings } from '../../../contract/settings.ts';
import { jsonEndpoint } from '../../../platform/http/endpoint/endpoint.ts';
import { isLoopbackOrigin } from '../../../platform/http/guards/own-names.ts';
import { platformTexts } from '../platform/platform-texts.ts';

/** Returns the metadata of the platform's NFT collection (TEP-64). */
export const getPlatformMetadataEndpoint = (operatorOf: () => Settings['operator']) =>
  jsonEndpoint(getPlatformMetadata, (_input, { baseUrl }) => {
    const operator = operatorOf();
    // NFT marketplaces cannot load an image from this computer.
    const image = isLoopbackOrigin(baseUrl) ? undefined : `${baseUrl}${getPlatformImage.path}`;
    return { ...platformTexts(operator, image), social_links: operator.links };
  });
