import { getPlatformImage, getPlatformMetadata } from '../../../contract/node-api/chain.ts';
import type { Settings } from '../../../contract/settings.ts';
import { jsonEndpoint } from '../../../platform/http/endpoint/endpoint.ts';
import { isLoopbackOrigin } from '../../../platform/http/guards/own-names.ts';

const ownDescription = 'Content and licences that nodes of the Alcove network keep and give out.';

/** Returns the metadata of the platform collection (TEP-64), if none was created before. */
export const getPlatformMetadataEndpoint = (operatorOf: () => Settings['operator']) =>
  jsonEndpoint(getPlatformMetadata, (_input, { baseUrl }) => {
    const { name = 'Alcove', description = ownDescription, image_url, links } = operatorOf();
    // Markets cannot load an image from this computer.
    const ownImage = isLoopbackOrigin(baseUrl) ? undefined : `${baseUrl}${getPlatformImage.path}`;
    const image = image_url ?? ownImage;
    return { name, description, ...(image !== undefined && { image }), social_links: links };
  });
