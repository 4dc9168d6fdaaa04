import { getContentView } from '../../../contract/node-api/serving.ts';
import { defineEndpoint } from '../../../platform/http/endpoint/endpoint.ts';
import { type ViewContentServices, viewContent } from '../view-content.ts';

/** Returns one content. */
export const getContentViewEndpoint = (services: ViewContentServices) =>
  defineEndpoint({
    contract: getContentView,
    handle: ({ query }, context) => viewContent(services, query.content_id, context),
  });
