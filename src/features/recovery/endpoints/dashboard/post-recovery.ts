import { postRecovery } from '../../../../contract/dashboard-api/administration/recovery.ts';
import { defineEndpoint, jsonBody } from '../../../../platform/http/endpoint/endpoint.ts';
import type { RecoveryAdminService } from '../../recovery-admin-service.ts';
import { bytesOf } from './file-body.ts';

/** Makes a recovery file and sends it. */
export const postRecoveryEndpoint = ({ make }: Pick<RecoveryAdminService, 'make'>) =>
  defineEndpoint({
    contract: postRecovery,
    body: jsonBody,
    handle: async ({ body }, { response }) => {
      const file = bytesOf((await make(body)).file);
      response.writeHead(200, {
        'Content-Type': 'application/octet-stream',
        'Content-Length': file.length,
        'Content-Disposition': 'attachment; filename="alcove.recovery"',
        'Cache-Control': 'no-store',
      });
      response.end(file);
      return 'sent' as const;
    },
  });
