import { useQuery } from '@tanstack/react-query';
import type { EndpointContract } from '../../../src/contract/endpoint.ts';
import { getOpenApi } from '../../../src/contract/node-api/monitoring.ts';
import { useNode } from '../../lib/api/node-context.tsx';
import { openApiDocument } from './openapi.ts';

/** The node API's description, which the dashboard's interface also serves, for this page's own origin. */
const getLocalOpenApi = {
  ...getOpenApi,
  path: '/local/openapi.json',
  answers: { 200: { description: 'OpenAPI 3.1', schema: openApiDocument } },
} as const satisfies EndpointContract;

/** Returns the machine-readable description of the node API; it changes only with the node itself. */
export function useOpenApi() {
  const node = useNode();
  return useQuery({
    queryKey: ['openapi'],
    queryFn: ({ signal }) => node.call(getLocalOpenApi, {}, { signal }),
  });
}
