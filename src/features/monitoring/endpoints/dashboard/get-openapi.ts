import { getLocalOpenApi } from '../../../../contract/dashboard-api/administration/monitoring.ts';
import { jsonEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';

/** Returns the OpenAPI document of the node API. */
export const getLocalOpenApiEndpoint = (document: () => object) =>
  jsonEndpoint(getLocalOpenApi, () => document() as { openapi: string });
