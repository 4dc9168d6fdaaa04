import type { EndpointContract } from '../../../contract/endpoint.ts';
import { defineEndpoint } from './endpoint.ts';

/** Defines an endpoint that sends a PNG image, given in Base64. */
export const pngEndpoint = (contract: EndpointContract, base64: string) => {
  const bytes = Buffer.from(base64, 'base64');
  return defineEndpoint({
    contract,
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
