import { getContentKey } from '../../../contract/node-api/licensing.ts';
import { jsonEndpoint } from '../../../platform/http/endpoint/endpoint.ts';
import type { ContentKeyService } from '../content-key-service.ts';

/** Sends the key of a content to a user with a right to it, or to the recipient that a licence names. */
export const getContentKeyEndpoint = (service: ContentKeyService) =>
  jsonEndpoint(getContentKey, ({ query }, { caller }) =>
    caller ? service.deliver(caller.user, query) : service.deliverToRecipient(query),
  );
