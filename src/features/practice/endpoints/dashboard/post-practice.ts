import { postPractice } from '../../../../contract/dashboard-api/administration/practice.ts';
import { jsonEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { PracticeApi } from './practice-api.ts';

/** Starts the practice network. */
export const postPracticeEndpoint = (api: PracticeApi) =>
  jsonEndpoint(postPractice, async () => {
    await api.start();
    return { practice: true };
  });
