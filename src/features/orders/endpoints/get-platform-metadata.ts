import { getPlatformImage, getPlatformMetadata } from '../../../contract/node-api/chain.ts';
import { jsonEndpoint } from '../../../platform/http/endpoint/endpoint.ts';

/** Returns the metadata of the platform collection (TEP-64), if none was created before. */
export const getPlatformMetadataEndpoint = () =>
  jsonEndpoint(getPlatformMetadata, (_input, { baseUrl }) => ({
    name: 'Alcove',
    description: 'Content and licences that nodes of the Alcove network keep and give out.',
    image: `${baseUrl}${getPlatformImage.path}`,
    social_links: [],
  }));
