import { type Codebase, getSystemVersion } from '../../../contract/endpoints/system.ts';
import { defineEndpoint } from '../../endpoint.ts';

/** 3. What the node was built from. */
export const getSystemVersionEndpoint = (codebase: Codebase) =>
  defineEndpoint({
    contract: getSystemVersion,
    limit: 'requests',
    handle: () => ({ status: 200, body: codebase }),
  });
