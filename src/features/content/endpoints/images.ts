import { getIcon } from '../../../contract/node-api/auth.ts';
import { getPlatformImage } from '../../../contract/node-api/chain.ts';
import { defineEndpoint } from '../../../platform/http/endpoint/endpoint.ts';
import images from './images.json' with { type: 'json' };

export const iconPath = getIcon.path;
export const platformImagePath = getPlatformImage.path;

const imageEndpoint = (contract: typeof getIcon | typeof getPlatformImage, base64: string) => {
  const bytes = Buffer.from(base64, 'base64');
  return defineEndpoint({
    contract,
    limit: 'requests',
    handle: (_input, { response }) => {
      response
        .writeHead(200, {
          'Content-Type': 'image/png',
          'Content-Length': bytes.length,
          'Cache-Control': 'public, max-age=86400',
        })
        .end(bytes);
      return 'sent';
    },
  });
};

/** The icon that wallets show. */
export const getIconEndpoint = () => imageEndpoint(getIcon, images.icon);

/** The image of the platform collection. */
export const getPlatformImageEndpoint = () => imageEndpoint(getPlatformImage, images.platform);
