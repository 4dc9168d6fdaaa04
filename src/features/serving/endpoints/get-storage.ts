import { getStorage } from '../../../contract/node-api/serving.ts';
import { defineEndpoint } from '../../../platform/http/endpoint/endpoint.ts';
import { isSignedLink, type SendContentServices, sendContent } from '../send-content.ts';

/** Sends the bytes of a content. */
export const getStorageEndpoint = (services: SendContentServices) =>
  defineEndpoint({
    contract: getStorage,
    isCapability: isSignedLink(services),
    handle: (request, context) => sendContent(services, request, context),
  });
