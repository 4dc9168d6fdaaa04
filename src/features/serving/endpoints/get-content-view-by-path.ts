import { getContentViewByPath } from '../../../contract/node-api/serving.ts';
import { jsonEndpoint } from '../../../platform/http/endpoint/endpoint.ts';
import { type ViewContentServices, viewContent } from '../view-content.ts';

/** Returns one content whose id is in the path. */
export const getContentViewByPathEndpoint = (services: ViewContentServices) =>
  jsonEndpoint(getContentViewByPath, ({ params }, context) => viewContent(services, params.id, context));
