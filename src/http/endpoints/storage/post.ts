import { contentIdOf } from '../../../content/content-id.ts';
import { postStorage } from '../../../contract/endpoints/storage.ts';
import { NodeError } from '../../../core/node-error.ts';
import { defineEndpoint } from '../../endpoint.ts';
import type { UploadReceiver } from '../../receive-upload.ts';

type ChunkHeaders = { [N in 'x-chunk-start' | 'x-last-chunk' | 'x-upload-id']?: string | undefined };

function refuseParts(headers: ChunkHeaders): void {
  const whole =
    headers['x-upload-id'] === undefined &&
    (headers['x-chunk-start'] === undefined ||
      (Number(headers['x-chunk-start']) === 0 && headers['x-last-chunk'] === '1'));
  if (whole) return;
  throw new NodeError(
    'invalid_request',
    'This version of the node takes whole uploads only: send the file in one request.',
    {
      errors: [{ path: 'headers.x-chunk-start', message: 'uploads in parts are not supported' }],
    },
  );
}

/** 9. Stores a file. */
export const postStorageEndpoint = (uploads: UploadReceiver) =>
  defineEndpoint({
    contract: postStorage,
    limit: 'requests',
    body: { as: 'stream', maxBytes: uploads.maxBodyBytes },
    handle: async ({ headers }, context) => {
      refuseParts(headers);
      const { content, alreadyStored } = await uploads.receive(context, context.caller.user, {
        fileName: headers['x-file-name'],
        contentDigest: headers['content-digest'],
        reprDigest: headers['repr-digest'],
      });
      const id = contentIdOf(content.sha256);
      const url = `${context.baseUrl}/api/v1/storage/${id}`;
      return {
        status: alreadyStored ? 200 : 201,
        headers: { Location: url },
        body: {
          content_sha256: content.sha256.toString('hex'),
          content_id: id,
          content_id_v1: id,
          content_url: url,
          size: content.size,
          content_type: content.contentType,
          already_stored: alreadyStored,
        },
      };
    },
  });
