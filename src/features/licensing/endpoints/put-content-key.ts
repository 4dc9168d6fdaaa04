import { putContentKey } from '../../../contract/node-api/licensing.ts';
import { jsonEndpoint } from '../../../platform/http/endpoint/endpoint.ts';
import type { ContentKeyService } from '../content-key-service.ts';

/** Stores the key of a content, sent by somebody who knows it. */
export const putContentKeyEndpoint = (service: ContentKeyService) =>
  jsonEndpoint(putContentKey, ({ body }, { caller }) => service.deposit(caller.user, body));
