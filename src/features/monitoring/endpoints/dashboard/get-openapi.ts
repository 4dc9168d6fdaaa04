import { getLocalOpenApi } from '../../../../contract/dashboard-api/administration/monitoring.ts';
import { defineEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';

/** Returns the OpenAPI document of the node API. */
export const getLocalOpenApiEndpoint = (document: () => object) =>
  defineEndpoint({
    contract: getLocalOpenApi,
    limit: 'requests',
    handle: () => ({ status: 200, body: document() as { openapi: string } }),
  });
