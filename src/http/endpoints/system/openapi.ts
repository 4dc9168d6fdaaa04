import type { EndpointContract } from '../../../contract/endpoint.ts';
import { getOpenApi } from '../../../contract/endpoints/system.ts';
import { defineEndpoint } from '../../endpoint.ts';
import { openApi } from '../../openapi.ts';

/** What the node API takes and gives, for programs. @param contracts of every other operation, by its name */
export function getOpenApiEndpoint(contracts: Readonly<Record<string, EndpointContract>>) {
  let document: { openapi: string } | undefined;
  return defineEndpoint({
    contract: getOpenApi,
    limit: 'requests',
    handle: () => {
      document ??= openApi({ ...contracts, 'system.openapi': getOpenApi }) as { openapi: string };
      return { status: 200, body: document };
    },
  });
}
