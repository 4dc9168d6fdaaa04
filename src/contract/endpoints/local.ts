import * as z from 'zod';
import { anyContentId } from '../common.ts';
import type { EndpointContract } from '../endpoint.ts';
import * as local from '../local.ts';
import { getOpenApi } from './system.ts';

/** The local API's endpoints; a session stands for every right, so none names a scope. */

export const getOverview = {
  method: 'GET',
  path: '/local/overview',
  summary: 'What the dashboard shows of the node',
  answers: { 200: { description: 'The node', schema: local.overview } },
  problems: [],
} as const satisfies EndpointContract;

export const postFirstRun = {
  method: 'POST',
  path: '/local/first-run',
  summary: 'Ask no more for some of a newcomer’s first steps',
  body: { schema: local.firstRunSkip },
  answers: {
    200: {
      description: 'They are skipped, unless they were done',
      schema: z.object({ ok: z.literal(true) }),
    },
  },
  problems: ['insufficient_storage'],
} as const satisfies EndpointContract;

export const getPeers = {
  method: 'GET',
  path: '/local/peers',
  summary: 'Known public nodes, best first',
  answers: { 200: { description: 'The peers', schema: local.peerList } },
  problems: [],
} as const satisfies EndpointContract;

export const postPeer = {
  method: 'POST',
  path: '/local/peers',
  summary: 'Add a public node and shake hands with it',
  body: { schema: local.addPeer },
  answers: { 201: { description: 'The peer, reached or not', schema: local.localPeer } },
  problems: [],
} as const satisfies EndpointContract;

export const postPeerRetry = {
  method: 'POST',
  path: '/local/peers/retry',
  summary: 'Shake hands with a peer now',
  body: { schema: local.peerByHost },
  answers: { 200: { description: 'The peer', schema: local.localPeer } },
  problems: ['peer_not_found'],
} as const satisfies EndpointContract;

export const postPeerKey = {
  method: 'POST',
  path: '/local/peers/accept-key',
  summary: 'Accept the key that a peer offers now',
  body: { schema: local.acceptKey },
  answers: { 200: { description: 'The peer', schema: local.localPeer } },
  problems: ['peer_not_found'],
} as const satisfies EndpointContract;

const done = z.object({ ok: z.literal(true) });

export const deletePeer = {
  method: 'DELETE',
  path: '/local/peers',
  summary: 'Forget a peer',
  query: local.peerByHost,
  answers: { 200: { description: 'Forgotten', schema: done } },
  problems: ['peer_not_found'],
} as const satisfies EndpointContract;

export const getContents = {
  method: 'GET',
  path: '/local/content',
  summary: 'What is stored, newest first',
  query: local.contentQuery,
  answers: { 200: { description: 'A page', schema: local.contentPage } },
  problems: [],
} as const satisfies EndpointContract;

export const postContent = {
  method: 'POST',
  path: '/local/content',
  summary: 'Store a file for the owner: the bytes as the body',
  headers: z.object({ 'x-file-name': z.base64().max(4096).optional() }),
  body: { mediaTypes: ['*/*'] },
  answers: {
    201: { description: 'Stored', schema: local.localUpload },
    200: { description: 'It was stored already', schema: local.localUpload },
  },
  problems: ['blocked', 'payload_too_large', 'insufficient_storage', 'too_busy'],
} as const satisfies EndpointContract;

export const getContent = {
  method: 'GET',
  path: '/local/content/{id}',
  summary: 'One stored content',
  params: z.object({ id: anyContentId }),
  answers: { 200: { description: 'The content', schema: local.localContent } },
  problems: ['content_not_found', 'invalid_content_id', 'unsupported_content_id'],
} as const satisfies EndpointContract;

export const patchContent = {
  method: 'PATCH',
  path: '/local/content/{id}',
  summary: 'Change what is said about a content that is not on the chain',
  params: z.object({ id: anyContentId }),
  body: { schema: local.contentEdit },
  answers: { 200: { description: 'The content', schema: local.localContent } },
  problems: ['content_not_found', 'invalid_content_id', 'unsupported_content_id', 'order_open'],
} as const satisfies EndpointContract;

/** Without the local key, which no picture of a page can send; `cover_url` names it. */
export const getCover = {
  method: 'GET',
  path: '/covers/{id}',
  summary: 'A picture that may be shown as a cover',
  params: z.object({ id: anyContentId }),
  answers: { 200: { description: 'The picture, of the type that its bytes have', mediaType: 'image/*' } },
  problems: ['content_not_found', 'invalid_content_id', 'unsupported_content_id', 'cross_site'],
} as const satisfies EndpointContract;

export const deleteContent = {
  method: 'DELETE',
  path: '/local/content/{id}',
  summary: 'Delete a content from this node',
  params: z.object({ id: anyContentId }),
  answers: { 200: { description: 'Deleted', schema: done } },
  problems: ['content_not_found', 'invalid_content_id', 'unsupported_content_id', 'order_open'],
} as const satisfies EndpointContract;

const byId = z.object({ id: anyContentId });

export const getContentOpen = {
  method: 'GET',
  path: '/local/content/{id}/open',
  summary: 'Where to read what a content holds, decrypted where it is encrypted',
  params: byId,
  answers: { 200: { description: 'Where', schema: local.openedContent } },
  problems: [
    'content_not_found',
    'invalid_content_id',
    'unsupported_content_id',
    'licence_required',
    'key_not_found',
  ],
} as const satisfies EndpointContract;

export const deleteSealing = {
  method: 'DELETE',
  path: '/local/content/{id}/sealing',
  summary: 'Stop encrypting a content, and open it again; not once it is on its way to the chain',
  params: byId,
  answers: { 200: { description: 'The content as before', schema: local.localContent } },
  problems: ['content_not_found', 'invalid_content_id', 'unsupported_content_id', 'order_open'],
} as const satisfies EndpointContract;

export const getLocalOpenApi = {
  ...getOpenApi,
  path: '/local/openapi.json',
  summary: 'The OpenAPI document of the node API, for the dashboard’s own origin',
} as const satisfies EndpointContract;

export const postPractice = {
  method: 'POST',
  path: '/local/practice',
  summary: 'Start the practice network',
  answers: { 200: { description: 'It runs', schema: local.practiceState } },
  problems: [],
} as const satisfies EndpointContract;

export const deletePractice = {
  method: 'DELETE',
  path: '/local/practice',
  summary: 'End the practice network',
  answers: { 200: { description: 'It has ended', schema: local.practiceState } },
  problems: [],
} as const satisfies EndpointContract;
