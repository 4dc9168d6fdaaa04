import { deletePractice } from '../../../../contract/dashboard-api/administration/practice.ts';
import { jsonEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { PracticeApi } from './practice-api.ts';

/** Ends the practice network. */
export const deletePracticeEndpoint = (api: PracticeApi) =>
  jsonEndpoint(deletePractice, async () => {
    await api.stop();
    return { practice: false };
  });
