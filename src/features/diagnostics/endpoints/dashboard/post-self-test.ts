import {
  postSelfTest,
  type SelfTest,
} from '../../../../contract/dashboard-api/administration/diagnostics.ts';
import { jsonEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';

/** Checks everything that this node needs. */
export const postSelfTestEndpoint = (selfTest: { run(): Promise<SelfTest> }) =>
  jsonEndpoint(postSelfTest, () => selfTest.run());
