import * as z from 'zod';
import type { EndpointContract } from '../endpoint.ts';

const service = z.object({
  status: z
    .string()
    .max(64)
    .meta({ examples: ['ok'] }),
  delay: z
    .number()
    .nonnegative()
    .meta({ description: 'Seconds since the service last reported, three decimals' }),
});

export const nodeStatus = z.object({
  node_address: z.string().meta({
    description: 'The service wallet of the node',
    examples: ['UQAdnlSzQOGqUSjj0Y3TR5IPA5gUKyOvSkKbyLxzZ2lYwU3-'],
  }),
  master_address: z.string().meta({
    description: 'The platform collection',
    examples: ['EQAdnlSzQOGqUSjj0Y3TR5IPA5gUKyOvSkKbyLxzZ2lYwRA7'],
  }),
  indexer_height: z
    .int()
    .nonnegative()
    .meta({ description: 'Masterchain seqno up to which the index is complete' }),
  services: z
    .record(z.string(), service)
    .meta({ examples: [{ api: { status: 'ok', delay: 0 }, storage: { status: 'ok', delay: 0.25 } }] }),
});
export type NodeStatus = z.infer<typeof nodeStatus>;
export type Services = NodeStatus['services'];

export const getNode = {
  method: 'GET',
  path: '/api/v1/node',
  summary: 'Status of this node',
  answers: { 200: { description: 'The status', schema: nodeStatus } },
  problems: [],
} as const satisfies EndpointContract;
