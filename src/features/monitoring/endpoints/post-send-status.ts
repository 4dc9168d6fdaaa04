import { postSendStatus } from '../../../contract/node-api/monitoring.ts';
import { defineEndpoint, jsonBody, ok } from '../../../platform/http/endpoint/endpoint.ts';

/** Receives the status of a service on this computer. */
export const postSendStatusEndpoint = (reports: { report(service: string, status: string): void }) =>
  defineEndpoint({
    contract: postSendStatus,
    limit: 'requests',
    body: jsonBody,
    handle: ({ body }) => {
      reports.report(body.service, body.status);
      return ok;
    },
  });
