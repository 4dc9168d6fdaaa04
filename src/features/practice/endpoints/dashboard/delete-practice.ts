import { deletePractice } from '../../../../contract/dashboard-api/administration/practice.ts';
import { defineEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { PracticeApi } from './practice-api.ts';

/** Ends the practice network. */
export const deletePracticeEndpoint = (api: PracticeApi) =>
  defineEndpoint({
    contract: deletePractice,
    limit: 'requests',
    handle: async () => {
      await api.stop();
      return { status: 200, body: { practice: false } };
    },
  });
