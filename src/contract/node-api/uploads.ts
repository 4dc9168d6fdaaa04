import * as z from 'zod';
import { contentId, sha256Hex, storageUrl } from '../common.ts';
import type { EndpointContract } from '../endpoint.ts';

export const storedContent = z.object({
  content_sha256: sha256Hex,
  content_id: contentId,
  content_id_v1: contentId.meta({ description: 'The same as `content_id`' }),
  content_url: storageUrl,
  size: z.int().nonnegative().meta({ description: 'Bytes' }),
  content_type: z.string().meta({ examples: ['audio/mpeg'] }),
  already_stored: z.boolean().meta({ description: 'Whether these bytes were already stored' }),
});

/** The response to any part but the last. */
export const uploadedPart = z.object({
  upload_id: z.string().meta({ description: 'For `X-Upload-ID` of the following parts' }),
  current_size: z
    .int()
    .nonnegative()
    .meta({ description: 'Bytes stored so far: the start of the next part' }),
});

/** Headers are text; the handler interprets `X-Chunk-Start` and `X-Last-Chunk`. */
const uploadHeaders = z.object({
  'x-file-name': z
    .base64()
    .max(2048)
    .optional()
    .meta({ description: 'Base64 of the UTF-8 file name, for a plain body' }),
  'x-chunk-start': z
    .stringFormat('offset', /^\d{1,15}$/)
    .optional()
    .meta({ description: 'Upload in parts: offset of this part in the file', examples: ['83886080'] }),
  'x-last-chunk': z.enum(['0', '1']).optional().meta({ description: 'Upload in parts: 1 for the last part' }),
  'x-upload-id': z
    .string()
    .max(128)
    .optional()
    .meta({ description: 'Upload in parts: `upload_id` of the first answer; not for the first part' }),
  'content-digest': z
    .string()
    .max(1024)
    .optional()
    .meta({ description: 'RFC 9530: digest of the content of this request' }),
  'repr-digest': z.string().max(1024).optional().meta({ description: 'RFC 9530: digest of the file' }),
});

export const postStorage = {
  method: 'POST',
  path: '/api/v1/storage',
  summary: 'Add a file: multipart/form-data with the field `file`, the bytes as the body, or one part',
  description:
    'A body without `X-Chunk-Start` and `X-Upload-ID` is a whole file. An upload in parts sends `X-Chunk-Start` with each part, `X-Upload-ID` of the first answer from the second part on, and `X-Last-Chunk: 1` with the last part.',
  scope: 'storage:write',
  headers: uploadHeaders,
  body: { mediaTypes: ['multipart/form-data', '*/*'] },
  responses: {
    201: { description: 'Added', schema: storedContent, headers: ['Location'] },
    200: {
      description: 'Already stored, or the progress of an upload in parts',
      schema: z.union([storedContent, uploadedPart]),
    },
  },
  problems: [
    'digest_mismatch',
    'upload_not_found',
    'offset_mismatch',
    'blocked',
    'insufficient_storage',
    'too_busy',
  ],
} as const satisfies EndpointContract;

export const headUpload = {
  method: 'HEAD',
  path: '/api/v1/storage',
  summary: 'Get the progress of an upload in parts: `X-Current-Size`',
  scope: 'storage:write',
  headers: z.object({
    'x-upload-id': z.string().min(1).max(128).meta({ description: '`upload_id` of the first answer' }),
  }),
  responses: { 200: { description: 'The headers', headers: ['X-Current-Size'] } },
  problems: ['upload_not_found'],
} as const satisfies EndpointContract;
