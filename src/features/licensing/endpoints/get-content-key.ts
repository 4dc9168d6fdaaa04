import { getContentKey } from '../../../contract/node-api/licensing.ts';
import { jsonEndpoint } from '../../../platform/http/endpoint/endpoint.ts';
import type { ContentKeyService } from '../content-key-service.ts';

/** Sends the key of a content to a user with a right to it. */
export const getContentKeyEndpoint = (service: ContentKeyService) =>
  jsonEndpoint(getContentKey, ({ query }, { caller }) => service.deliver(caller.user, query));
