import { postSendStatus } from '../../../contract/node-api/monitoring.ts';
import { jsonEndpoint } from '../../../platform/http/endpoint/endpoint.ts';

/** Receives the status of a service on this computer. */
export const postSendStatusEndpoint = (reports: { report(service: string, status: string): void }) =>
  jsonEndpoint(postSendStatus, ({ body }) => reports.report(body.service, body.status));
