import * as z from 'zod';
import { address, contentId, publicHost, sha256Hex, storageUrl, timestamp } from '../common.ts';
import type { EndpointContract } from '../endpoint.ts';
import { contentListQuery } from './content.ts';

/** A content that other nodes list: a hint until the bytes or the chain prove it. */
export const remoteContent = z.object({
  content_id: contentId,
  content_sha256: sha256Hex,
  content_type: z.string().meta({ examples: ['audio/mpeg'] }),
  size: z.int().nonnegative().meta({ description: 'Bytes' }),
  title: z.string().meta({ examples: ['Summer song'] }),
  description: z.string().meta({ examples: ['Recorded by the sea'] }),
  authors: z.array(z.string()).meta({ examples: [['Ada Lovelace']] }),
  hashtags: z.array(z.string()).meta({ examples: [['summer']] }),
  cover_id: contentId.nullable(),
  owner: address.nullable(),
  created_at: timestamp,
  stored: z.boolean().meta({ description: 'Whether this node stores it' }),
  content_url: storageUrl.meta({ description: 'URL on this node, which fetches the content on request' }),
  sources: z
    .array(publicHost)
    .meta({ description: 'Nodes that report this content', examples: [['https://node.example.org']] }),
});
export type RemoteContent = z.infer<typeof remoteContent>;

export const remoteContentQuery = contentListQuery.omit({ since: true });
export type RemoteContentQuery = z.output<typeof remoteContentQuery>;

export const remoteContentList = z.object({
  items: z.array(remoteContent),
  next_cursor: z
    .string()
    .nullable()
    .meta({ description: 'null: last page', examples: ['MTc2OTg2MDgwMDAwMA'] }),
  total: z
    .int()
    .nonnegative()
    .meta({ description: 'Number of matches; with a search or filter at most 250' }),
});
export type RemoteContentList = z.infer<typeof remoteContentList>;

export const getNetworkContent = {
  method: 'GET',
  path: '/api/v1/network.content',
  summary: 'List the known contents of other nodes, newest first',
  scope: 'content:read',
  query: remoteContentQuery,
  responses: { 200: { description: 'A page', schema: remoteContentList } },
} as const satisfies EndpointContract;
