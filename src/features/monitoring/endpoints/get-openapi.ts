import type { EndpointContract } from '../../../contract/endpoint.ts';
import { getOpenApi } from '../../../contract/node-api/monitoring.ts';
import { jsonEndpoint } from '../../../platform/http/endpoint/endpoint.ts';
import { openApiDocument } from '../../../platform/http/openapi/openapi-document.ts';

/**
 * Returns the OpenAPI document of the node API.
 * @param contracts of every other operation, by its name
 */
export function getOpenApiEndpoint(contracts: Readonly<Record<string, EndpointContract>>) {
  const document = openApiDocument({ ...contracts, 'system.openapi': getOpenApi });
  return jsonEndpoint(getOpenApi, () => document() as { openapi: string });
}
