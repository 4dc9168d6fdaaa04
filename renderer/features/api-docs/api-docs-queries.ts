import type { EndpointContract } from '../../../src/contract/endpoint.ts';
import { getOpenApi } from '../../../src/contract/node-api/monitoring.ts';
import { useNodeQuery } from '../../lib/api/use-node-query.ts';
import { openApiDocument } from './openapi.ts';

/** The OpenAPI document of the node API, which the dashboard API also serves to its own origin. */
const getLocalOpenApi = {
  ...getOpenApi,
  path: '/local/openapi.json',
  answers: { 200: { description: 'OpenAPI 3.1', schema: openApiDocument } },
} as const satisfies EndpointContract;

/** Returns the OpenAPI document of the node API, which changes only with the node's version. */
export const useOpenApi = () => useNodeQuery(['openapi'], getLocalOpenApi, {});
