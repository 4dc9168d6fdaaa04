import { headStorage } from '../../../contract/node-api/serving.ts';
import { defineEndpoint } from '../../../platform/http/endpoint/endpoint.ts';
import { isSignedLink, type SendContentServices, sendContent } from '../send-content.ts';

/** Sends the headers of a content without its bytes. */
export const headStorageEndpoint = (services: SendContentServices) =>
  defineEndpoint({
    contract: headStorage,
    isCapability: isSignedLink(services),
    handle: (request, context) => sendContent(services, request, context),
  });
