import { headUpload } from '../../../contract/node-api/uploads.ts';
import { defineEndpoint } from '../../../platform/http/endpoint/endpoint.ts';
import type { PartUploads } from '../part-uploads.ts';

/** Returns how many bytes of an upload have arrived. */
export const headUploadEndpoint = (uploads: Pick<PartUploads, 'refresh' | 'progressOf'>) =>
  defineEndpoint({
    contract: headUpload,
    handle: async ({ headers }, { caller, response }): Promise<'sent'> => {
      await uploads.refresh();
      const { currentSize } = uploads.progressOf(headers['x-upload-id'], caller.principal);
      response.writeHead(200, { 'X-Current-Size': currentSize, 'Cache-Control': 'no-store' }).end();
      return 'sent';
    },
  });
