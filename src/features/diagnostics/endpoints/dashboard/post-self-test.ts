import {
  postSelfTest,
  type SelfTest,
} from '../../../../contract/dashboard-api/administration/diagnostics.ts';
import { defineEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';

/** Checks everything that this node needs. */
export const postSelfTestEndpoint = (selfTest: { run(): Promise<SelfTest> }) =>
  defineEndpoint({
    contract: postSelfTest,
    limit: 'requests',
    handle: async () => ({ status: 200, body: await selfTest.run() }),
  });
