import * as z from 'zod';
import { anyContentId, contentId, sha256Hex } from '../common.ts';
import type { EndpointContract } from '../endpoint.ts';

export const storedContent = z.object({
  content_sha256: sha256Hex,
  content_id: contentId,
  content_id_v1: contentId.meta({ description: 'The same as `content_id`' }),
  content_url: z.url().meta({
    examples: [
      'http://127.0.0.1:8471/api/v1/storage/bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku',
    ],
  }),
  size: z.int().nonnegative().meta({ description: 'Bytes' }),
  content_type: z.string().meta({ examples: ['audio/mpeg'] }),
  already_stored: z.boolean().meta({ description: 'These bytes were here before' }),
});

/** The answer to a part that is not the last. */
export const uploadedPart = z.object({
  upload_id: z.string().meta({ description: 'For `X-Upload-ID` of the following parts' }),
  current_size: z
    .int()
    .nonnegative()
    .meta({ description: 'Bytes that are safe; where the next part begins' }),
});

/** Headers arrive as text; the handler gives `X-Chunk-Start` and `X-Last-Chunk` their meaning. */
const uploadHeaders = z.object({
  'x-file-name': z
    .base64()
    .max(2048)
    .optional()
    .meta({ description: 'Base64 of the UTF-8 file name, for a plain body' }),
  'x-chunk-start': z
    .stringFormat('offset', /^\d{1,15}$/)
    .optional()
    .meta({ description: 'In parts: where in the file this part begins', examples: ['83886080'] }),
  'x-last-chunk': z.enum(['0', '1']).optional().meta({ description: 'In parts: 1 with the last one' }),
  'x-upload-id': z
    .string()
    .max(128)
    .optional()
    .meta({ description: 'In parts: `upload_id` of the first answer; not with the first part' }),
  'content-digest': z
    .string()
    .max(1024)
    .optional()
    .meta({ description: 'RFC 9530, of this request’s content' }),
  'repr-digest': z.string().max(1024).optional().meta({ description: 'RFC 9530, of the file' }),
});

export const postStorage = {
  method: 'POST',
  path: '/api/v1/storage',
  summary: 'Store a file: multipart/form-data with the field `file`, the bytes as the body, or parts of it',
  description:
    'A body without `X-Chunk-Start` and `X-Upload-ID` is a whole file. In parts: each with `X-Chunk-Start`, from the second on with `X-Upload-ID` of the first answer, the last with `X-Last-Chunk: 1`.',
  scope: 'storage:write',
  headers: uploadHeaders,
  body: { mediaTypes: ['multipart/form-data', '*/*'] },
  answers: {
    201: { description: 'Stored', schema: storedContent, headers: ['Location'] },
    200: {
      description: 'It was stored already; or, for a part that is not the last, how far the upload is',
      schema: z.union([storedContent, uploadedPart]),
    },
  },
  problems: [
    'digest_mismatch',
    'upload_not_found',
    'offset_mismatch',
    'blocked',
    'payload_too_large',
    'insufficient_storage',
    'too_busy',
  ],
} as const satisfies EndpointContract;

export const headUpload = {
  method: 'HEAD',
  path: '/api/v1/storage',
  summary: 'How far an upload in parts is: `X-Current-Size`',
  scope: 'storage:write',
  headers: z.object({
    'x-upload-id': z.string().min(1).max(128).meta({ description: '`upload_id` of the first answer' }),
  }),
  answers: { 200: { description: 'The headers', headers: ['X-Current-Size'] } },
  problems: ['upload_not_found'],
} as const satisfies EndpointContract;

const byContentId = z.object({ id: anyContentId.meta({ description: 'A content id in any spelling' }) });

/** What a cache or a player wants to know of a file. */
const fileHeaders = [
  'ETag',
  'Last-Modified',
  'Cache-Control',
  'Accept-Ranges',
  'Content-Disposition',
  'Content-Length',
  'Repr-Digest',
] as const;

const conditions = ['If-None-Match', 'If-Modified-Since', 'If-Match', 'If-Unmodified-Since'] as const;

/** What reading a content may be refused for. */
const licenceProblems = [
  'invalid_content_id',
  'unsupported_content_id',
  'content_not_found',
  'blocked',
  'licence_required',
  'access_invalid',
  'encrypting',
] as const;

export const getStorage = {
  method: 'GET',
  path: '/api/v1/storage/{id}',
  summary: 'The bytes of a content, whole or by Range',
  description:
    'Whoever has the id gets the bytes, without a token; of a content that is sold those are encrypted (age, version 1). What a browser could run is sent as an attachment. A plain file that is sold is 402 `licence_required`, with `price`, `resale_price` and `content_address` once it is on the chain. What is not here is looked for on other nodes, checked, kept and then sent: by a private node for whoever asks, by a public one for callers with a token; never with `Cache-Control: only-if-cached`.',
  params: byContentId,
  query: z.object({
    download: z.literal('1').optional().meta({
      description:
        'Answer as an attachment whatever the type; where players may not offer a file, it is none',
    }),
    access: z.string().max(600).optional().meta({
      description:
        'From `display_options.content_url` of a content that is sold: the plain bytes, for ten minutes and as long as the licence is the user’s',
    }),
  }),
  httpHeaders: ['Range', 'If-Range', ...conditions, 'Cache-Control'],
  answers: {
    200: { description: 'The whole file', mediaType: '*/*', headers: fileHeaders },
    206: {
      description: 'The range that was asked for',
      mediaType: '*/*',
      headers: [...fileHeaders, 'Content-Range'],
    },
    304: { description: 'What the client has is current', headers: ['ETag', 'Cache-Control'] },
  },
  problems: [
    ...licenceProblems,
    'content_damaged',
    'precondition_failed',
    'range_not_satisfiable',
    'payload_too_large',
    'insufficient_storage',
    'peer_content_invalid',
    'peer_unreachable',
    'fetch_cancelled',
    'too_busy',
  ],
} as const satisfies EndpointContract;

export const headStorage = {
  ...getStorage,
  method: 'HEAD',
  summary: 'What GET would answer, without the bytes',
  httpHeaders: [...conditions, 'Cache-Control'],
  answers: {
    200: { description: 'The headers', headers: fileHeaders },
    304: { description: 'What the client has is current', headers: ['ETag', 'Cache-Control'] },
  },
  problems: [
    ...licenceProblems,
    'content_damaged',
    'precondition_failed',
    'payload_too_large',
    'insufficient_storage',
    'peer_content_invalid',
    'peer_unreachable',
    'fetch_cancelled',
    'too_busy',
  ],
} as const satisfies EndpointContract;

export const deleteStorage = {
  method: 'DELETE',
  path: '/api/v1/storage/{id}',
  summary: 'Take back a content that one has stored',
  description:
    'The caller no longer holds it. Its bytes go when nobody else holds it. What one does not hold is 404.',
  scope: 'storage:write',
  params: byContentId,
  answers: {
    200: {
      description: 'Taken back',
      schema: z.object({
        deleted: z.boolean().meta({ description: 'false: others hold it too, so it is still stored' }),
      }),
    },
  },
  problems: ['invalid_content_id', 'unsupported_content_id', 'content_not_found', 'order_open'],
} as const satisfies EndpointContract;

export const decodedContentId = z.object({
  content_id: contentId,
  content_sha256: sha256Hex,
  version: z.int(),
  codec: z.string().meta({ examples: ['raw'] }),
  hash_algorithm: z.string().meta({ examples: ['sha2-256'] }),
  stored: z.boolean().meta({ description: 'Whether this node has it' }),
  size: z.int().optional(),
  content_type: z
    .string()
    .optional()
    .meta({ examples: ['audio/mpeg'] }),
});

export const getDecodeContentId = {
  method: 'GET',
  path: '/api/v1/storage.decodeContentId/{id}',
  summary: 'What a content id says, and whether the content is stored here',
  params: byContentId,
  answers: { 200: { description: 'The parts of the id', schema: decodedContentId } },
  problems: ['invalid_content_id', 'unsupported_content_id'],
} as const satisfies EndpointContract;
