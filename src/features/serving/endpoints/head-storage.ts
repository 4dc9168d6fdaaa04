import { headStorage } from '../../../contract/node-api/serving.ts';
import { defineEndpoint } from '../../../platform/http/endpoint/endpoint.ts';
import { type ContentResponseServices, isSignedLink, respondWithContent } from '../respond-with-content.ts';

/** Sends the headers of a content without its bytes. */
export const headStorageEndpoint = (services: ContentResponseServices) =>
  defineEndpoint({
    contract: headStorage,
    isCapability: isSignedLink(services),
    handle: (request, context) => respondWithContent(services, request, context),
  });
