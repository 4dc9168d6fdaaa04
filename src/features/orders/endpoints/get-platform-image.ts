import { getPlatformImage } from '../../../contract/node-api/chain.ts';
import { pngEndpoint } from '../../../platform/http/endpoint/png-endpoint.ts';
import image from './platform-image.json' with { type: 'json' };

/** Sends the image of the platform collection. */
export const getPlatformImageEndpoint = () => pngEndpoint(getPlatformImage, image.png);
