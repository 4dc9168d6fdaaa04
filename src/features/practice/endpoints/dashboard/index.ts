import type { Endpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import { deletePracticeEndpoint } from './delete-practice.ts';
import { postPracticeEndpoint } from './post-practice.ts';
import type { PracticeApi } from './practice-api.ts';

/** Lists the dashboard’s endpoints for the practice network. */
export const practiceEndpoints = (api: PracticeApi): Endpoint[] => [
  postPracticeEndpoint(api),
  deletePracticeEndpoint(api),
];
