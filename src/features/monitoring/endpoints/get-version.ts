import { type Codebase, getSystemVersion } from '../../../contract/node-api/monitoring.ts';
import { defineEndpoint } from '../../../platform/http/endpoint/endpoint.ts';

/** Returns the build information of the node. */
export const getSystemVersionEndpoint = (codebase: Codebase) =>
  defineEndpoint({
    contract: getSystemVersion,
    limit: 'requests',
    handle: () => ({ status: 200, body: codebase }),
  });
