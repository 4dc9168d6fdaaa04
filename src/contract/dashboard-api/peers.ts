import * as z from 'zod';
import { done, origin, timestamp } from '../common.ts';
import type { EndpointContract } from '../endpoint.ts';
import { nodeMessage } from '../messages/message.ts';

/** State of a peer. */
export const peerState = z.enum([
  'candidate',
  'compatible',
  'warning',
  'incompatible',
  'unreachable',
  'key_changed',
]);
export type PeerState = z.infer<typeof peerState>;

/** Why the last contact failed: a stable code, cause and remedy for the user. */
export const peerFailure = z.object({
  code: z.enum([
    'name_not_found',
    'refused',
    'timeout',
    'tls',
    'address_not_allowed',
    'not_a_node',
    'clock_off',
    'rate_limited',
    'rejected',
    'invalid_answer',
    'key_changed',
    'version',
    'self',
    'unreachable',
  ]),
  message: nodeMessage,
  remedy: nodeMessage,
  /** `peer`: the node itself reported it in a signed response. */
  reported_by: z.enum(['this_node', 'peer']),
  at: timestamp,
});
export type PeerFailure = z.infer<typeof peerFailure>;

export const localPeer = z.object({
  host: origin,
  state: peerState,
  public_key: z.string().nullable(),
  version: z.string().nullable(),
  capabilities: z.array(z.string()),
  /** Names both versions; present when their MINOR parts differ. */
  warning: nodeMessage.nullable(),
  /** `named`: added by the owner; `learned`: from another node; `practice`: the practice node. */
  source: z.enum(['named', 'learned', 'practice']),
  last_contact: timestamp.nullable(),
  next_attempt: timestamp.nullable(),
  latency_ms: z.number().nullable(),
  failure: peerFailure.nullable(),
  /** The key that the host offers now, if it differs from the pinned one. */
  offered_key: z.string().nullable(),
  /** Bytes exchanged with it since it was added. */
  exchanged: z.object({
    handshakes: z.int(),
    received_bytes: z.int(),
    sent_bytes: z.int(),
    fetched_contents: z.int(),
    shared_contents: z.int(),
  }),
  /** The number of contents that it reports; null if it reports none. */
  contents: z.int().nullable(),
});
export type LocalPeer = z.infer<typeof localPeer>;

/** Returns whether the peer responded to the last request, in a supported version. */
export const isReachable = ({ state }: LocalPeer): boolean => state === 'compatible' || state === 'warning';

export const getPeers = {
  method: 'GET',
  path: '/local/peers',
  summary: 'List the known public nodes, best first',
  responses: { 200: { description: 'The peers', schema: z.object({ peers: z.array(localPeer) }) } },
} as const satisfies EndpointContract;

export const postPeer = {
  method: 'POST',
  path: '/local/peers',
  summary: 'Add a public node; responds after a handshake',
  body: { schema: z.object({ url: z.string().trim().min(1).max(300) }) },
  responses: { 201: { description: 'The peer, reachable or not', schema: localPeer } },
} as const satisfies EndpointContract;

export const peerByHost = z.object({ host: origin });

export const postPeerRetry = {
  method: 'POST',
  path: '/local/peers/retry',
  summary: 'Start a handshake with a peer',
  body: { schema: peerByHost },
  responses: { 200: { description: 'The peer', schema: localPeer } },
  problems: ['peer_not_found'],
} as const satisfies EndpointContract;

export const deletePeer = {
  method: 'DELETE',
  path: '/local/peers',
  summary: 'Remove a peer',
  query: peerByHost,
  responses: { 200: { description: 'Removed', schema: done } },
  problems: ['peer_not_found'],
} as const satisfies EndpointContract;

export const postPeerKey = {
  method: 'POST',
  path: '/local/peers/accept-key',
  summary: 'Accept the current key of a peer',
  body: { schema: peerByHost.extend({ public_key: z.string().min(32).max(64) }) },
  responses: { 200: { description: 'The peer', schema: localPeer } },
  problems: ['peer_not_found'],
} as const satisfies EndpointContract;

/** Oldest first, at most 144. */
export const peerHistory = z.object({
  /** null: the attempt failed. */
  latencies: z.array(z.object({ at: timestamp, latency_ms: z.number().nullable() })),
});
export type PeerHistory = z.infer<typeof peerHistory>;

export const getPeerHistory = {
  method: 'GET',
  path: '/local/peers/history',
  summary: 'Get the latency of a peer over time',
  query: peerByHost,
  responses: { 200: { description: 'The newest answers, oldest first', schema: peerHistory } },
  problems: ['peer_not_found'],
} as const satisfies EndpointContract;

/** The links between known public nodes: `from` named `to` in a handshake. At most 256 nodes and 2,000 links. */
export const networkMap = z.object({ links: z.array(z.object({ from: origin, to: origin })) });
export type NetworkMap = z.infer<typeof networkMap>;

export const getNetworkMap = {
  method: 'GET',
  path: '/local/network/map',
  summary: 'Get the links between nodes: which node reported which',
  responses: { 200: { description: 'The links', schema: networkMap } },
} as const satisfies EndpointContract;
