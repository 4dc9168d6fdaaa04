import { getStorage } from '../../../contract/node-api/serving.ts';
import { defineEndpoint } from '../../../platform/http/endpoint/endpoint.ts';
import { type ContentResponseServices, isSignedLink, respondWithContent } from '../respond-with-content.ts';

/** Sends the bytes of a content. */
export const getStorageEndpoint = (services: ContentResponseServices) =>
  defineEndpoint({
    contract: getStorage,
    isCapability: isSignedLink(services),
    handle: (request, context) => respondWithContent(services, request, context),
  });
