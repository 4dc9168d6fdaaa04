import { type Codebase, getSystemVersion } from '../../../contract/node-api/monitoring.ts';
import { jsonEndpoint } from '../../../platform/http/endpoint/endpoint.ts';

/** Returns the build information of the node. */
export const getSystemVersionEndpoint = (codebase: Codebase) =>
  jsonEndpoint(getSystemVersion, () => codebase);
