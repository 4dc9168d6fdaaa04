import * as z from 'zod';
import { publicHost, publicKey, signature, timestamp } from '../common.ts';
import type { EndpointContract } from '../endpoint.ts';
import type { ConstantMessageId } from '../messages/message.ts';

export const compatibility = z
  .enum(['compatible', 'warning', 'incompatible'])
  .meta({ description: 'By versions: MAJOR and MINOR equal, MAJOR equal, or neither' });
export type Compatibility = z.infer<typeof compatibility>;

/** Semantic Versioning 2.0.0. */
const semver =
  /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(-(0|[1-9]\d*|\d*[A-Za-z-][\dA-Za-z-]*)(\.(0|[1-9]\d*|\d*[A-Za-z-][\dA-Za-z-]*))*)?(\+[\dA-Za-z-]+(\.[\dA-Za-z-]+)*)?$/;

const version = z
  .string()
  .max(64, { abort: true })
  .regex(semver, 'peers.mustBeVersion' satisfies ConstantMessageId)
  .meta({ examples: ['1.0.0'] });

const nodeType = z.enum(['private', 'public']).meta({ description: 'Only public nodes are listed' });

const metrics = z.record(z.string(), z.unknown()).meta({
  description: 'Figures of the node, e.g. `uptime_s`, `contents`, `content_bytes`, `known_public_nodes`',
  examples: [{ uptime_s: 3.25, contents: 2, content_bytes: 52428800, known_public_nodes: 1 }],
});

const capabilities = z
  .array(z.string().max(128))
  .max(64)
  .meta({ description: 'Features of the node', examples: [['storage', 'storage.range', 'content']] });

export const nodeInfo = z.object({
  id: publicKey.meta({ description: 'The same as `public_key`' }),
  public_key: publicKey,
  version,
  node_type: nodeType,
  public_host: publicHost.optional(),
  metrics,
  capabilities,
});
export type NodeInfo = z.infer<typeof nodeInfo>;

export const getNetworkInfo = {
  method: 'GET',
  path: '/api/v1/network.info',
  summary: 'Describe this node',
  responses: { 200: { description: 'The node', schema: nodeInfo } },
} as const satisfies EndpointContract;

/** Limit of the nodes that a node names to others. */
export const maxKnownNodes = 256;

/** A public node whose claims the responding node has verified. */
export const knownNode = z.object({
  public_key: publicKey,
  public_host: publicHost,
  version,
  node_type: z.literal('public'),
  compatibility,
  capabilities,
  metrics,
  last_seen: timestamp,
  latency_ms: z.number().nonnegative().meta({ description: 'Latency of its last answer' }),
});
export type KnownNode = z.infer<typeof knownNode>;

export const nodesResponse = z.object({
  nodes: z.array(knownNode).max(maxKnownNodes).meta({ description: 'Freshest first' }),
});

export const getNetworkNodes = {
  method: 'GET',
  path: '/api/v1/network.nodes',
  summary: 'List the known and verified public nodes',
  responses: { 200: { description: 'The nodes', schema: nodesResponse } },
} as const satisfies EndpointContract;

const handshakeTime = z.union([z.int(), z.iso.datetime({ offset: true })]).meta({
  description: 'Unix seconds, or an ISO 8601 time with offset',
  examples: [1766000000],
});

/** Unknown fields are kept, because they are signed too. */
export const handshakeRequest = z.looseObject({
  version,
  public_key: publicKey,
  node_type: nodeType,
  public_host: z
    .string()
    .optional()
    .meta({
      description: 'A bare http(s) origin; required for a public node, optional or empty for a private one',
      examples: ['https://node.example.org'],
    }),
  metrics,
  capabilities,
  timestamp: handshakeTime,
  nonce: z
    .string()
    .regex(/^[\s\S]{8,128}$/u, 'peers.mustBeNonce' satisfies ConstantMessageId)
    .meta({ description: 'Never used before by this key', examples: ['00112233445566778899aabbccddeeff'] }),
  signature,
});
export type HandshakeRequest = z.infer<typeof handshakeRequest>;

export const handshakeResponse = z.object({
  compatibility,
  warning: z
    .string()
    .optional()
    .meta({
      description: 'Contains both versions; present only if their MINOR parts differ',
      examples: ['This node has version 1.1.0, the other one 1.0.0.'],
    }),
  node: nodeInfo,
  known_public_nodes: z.array(knownNode).max(maxKnownNodes),
  timestamp: handshakeTime,
  server_public_key: publicKey,
  server_signature: signature,
});
export type HandshakeResponse = z.infer<typeof handshakeResponse>;

/** Additional members of a problem that responds to a handshake: a signed reason. */
export const handshakeProblem = z.looseObject({
  code: z.string(),
  title: z.string().optional(),
  detail: z.string().optional(),
  timestamp: handshakeTime,
  server_public_key: publicKey,
  server_signature: signature,
});
export type HandshakeProblem = z.infer<typeof handshakeProblem>;

export const postHandshake = {
  method: 'POST',
  path: '/api/v1/network.handshake',
  summary: 'Perform a signed handshake between nodes',
  description:
    '`signature` is over the line `network.handshake.request` and the RFC 8785 form of the body without it; `server_signature` over the line `network.handshake.response`, the line of the request’s signature, and that form of the answer without it. Signatures include unknown fields. Private senders are not recorded.',
  body: { mediaTypes: ['application/json'], schema: handshakeRequest },
  responses: { 200: { description: 'The signed answer', schema: handshakeResponse } },
  problems: [
    'public_host_required',
    'public_host_invalid',
    'stale_timestamp',
    'invalid_signature',
    'nonce_replayed',
    'self_handshake',
    'too_busy',
  ],
  problemMembers: handshakeProblem,
} as const satisfies EndpointContract;
