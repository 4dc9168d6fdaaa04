import { postStorage } from '../../../contract/node-api/uploads.ts';
import { contentIdOf } from '../../../core/content-id.ts';
import { defineEndpoint } from '../../../platform/http/endpoint/endpoint.ts';
import { isPart } from '../receive-part.ts';
import type { UploadReceiver } from '../upload-receiver.ts';

/** Stores a file, whole or in parts. */
export const postStorageEndpoint = (uploads: UploadReceiver) =>
  defineEndpoint({
    contract: postStorage,
    body: { as: 'stream', maxBytes: uploads.maxBodyBytes },
    handle: async ({ headers }, context) => {
      const start = headers['x-chunk-start'];
      const upload = {
        fileName: headers['x-file-name'],
        contentDigest: headers['content-digest'],
        reprDigest: headers['repr-digest'],
        // Clients that have no id yet may send an empty one.
        uploadId: headers['x-upload-id'] || undefined,
        start: start === undefined ? undefined : Number(start),
        last: headers['x-last-chunk'] === '1',
      };
      const received = isPart(upload)
        ? await uploads.receivePart(context, context.caller, upload)
        : await uploads.receive(context, { uploadedBy: context.caller.user }, upload);
      if ('uploadId' in received) {
        return { status: 200, body: { upload_id: received.uploadId, current_size: received.currentSize } };
      }
      const { content, alreadyStored } = received;
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
