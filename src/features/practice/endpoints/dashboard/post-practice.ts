import { postPractice } from '../../../../contract/dashboard-api/administration/practice.ts';
import { defineEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { PracticeApi } from './practice-api.ts';

/** Starts the practice network. */
export const postPracticeEndpoint = (api: PracticeApi) =>
  defineEndpoint({
    contract: postPractice,
    limit: 'requests',
    handle: async () => {
      await api.start();
      return { status: 200, body: { practice: true } };
    },
  });
