import { getContentView } from '../../../contract/node-api/serving.ts';
import { jsonEndpoint } from '../../../platform/http/endpoint/endpoint.ts';
import { type ViewContentServices, viewContent } from '../view-content.ts';

/** Returns one content. */
export const getContentViewEndpoint = (services: ViewContentServices) =>
  jsonEndpoint(getContentView, ({ query }, context) => viewContent(services, query.content_id, context));
