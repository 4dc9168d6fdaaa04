import * as z from 'zod';
import { done } from '../common.ts';
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
    description: 'The fee wallet of the node',
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
  summary: 'Get the status of this node',
  responses: { 200: { description: 'The status', schema: nodeStatus } },
} as const satisfies EndpointContract;

export const codebase = z.object({
  codebase_hash: z.string().meta({
    description: 'Full commit hash, or `unknown`',
    examples: ['5f0c7b1e6a3d9f4b2c8e1a7d6f5b4c3a2e1d0f9b'],
  }),
  codebase_branch: z.string().meta({ examples: ['main'] }),
});
export type Codebase = z.infer<typeof codebase>;

export const getSystemVersion = {
  method: 'GET',
  path: '/api/system.version',
  summary: 'Get the commit of this build',
  responses: { 200: { description: 'The code base', schema: codebase } },
} as const satisfies EndpointContract;

export const postSendStatus = {
  method: 'POST',
  path: '/api/system.sendStatus',
  summary: 'Report the state of another service',
  description:
    '`services` of `/api/v1/node` lists the service: as `timeout` after 60 s without a report, and no longer after 24 h.',
  scope: 'status:write',
  body: {
    schema: z.object({
      service: z
        .string()
        .regex(/^[a-z0-9][a-z0-9._-]{0,63}$/)
        .meta({ examples: ['telegram-bot'] }),
      status: z
        .string()
        .max(64)
        .meta({ examples: ['working'] }),
    }),
  },
  responses: { 200: { description: 'Recorded', schema: done } },
  problems: ['too_many_services'],
} as const satisfies EndpointContract;

export const getOpenApi = {
  method: 'GET',
  path: '/api/openapi.json',
  summary: 'Get this document',
  responses: {
    200: {
      description: 'OpenAPI 3.1',
      schema: z.looseObject({ openapi: z.string().meta({ examples: ['3.1.0'] }) }),
    },
  },
} as const satisfies EndpointContract;
