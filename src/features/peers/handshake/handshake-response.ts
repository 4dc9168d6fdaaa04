import * as z from 'zod';
import {
  type Compatibility,
  type HandshakeRequest,
  type HandshakeResponse,
  handshakeResponse,
  knownNode,
  maxKnownNodes,
  type NodeInfo,
  nodeInfo,
} from '../../../contract/node-api/peers.ts';
import { messageText } from '../../../core/messages/message-text.ts';
import { NodeError } from '../../../core/node-error.ts';
import { parseStrictJson } from '../../../core/strict-json.ts';
import { canonicalJson, responseBytes, responseTextBytes } from '../../../crypto/canonical-json.ts';
import { type Identity, verifySignature } from '../../../crypto/identity.ts';
import { parsePublicHost } from '../../../platform/net/public-host.ts';
import { compareVersions } from './compatibility.ts';
import { isFresh, unixSeconds } from './handshake-freshness.ts';
import type { KnownNodeList } from './known-node-list.ts';

export interface ResponseContent {
  /** This node's network.info. */
  node: NodeInfo;
  /** The list without the requesting node. */
  knownPublicNodes: KnownNodeList;
  /** Unix milliseconds. */
  now: number;
}

/** Builds the canonical form of an unsigned answer around the cached text of the list. */
export function unsignedResponse(
  serverKey: string,
  request: Pick<HandshakeRequest, 'public_key' | 'version'>,
  { node, knownPublicNodes, now }: ResponseContent,
): { text: string; compatibility: Compatibility } {
  const verdict = compareVersions(node.version, request.version);
  const text = canonicalJson({
    compatibility: verdict.compatibility,
    ...(verdict.warning ? { warning: messageText(verdict.warning) } : {}),
    node,
    known_public_nodes: [],
    timestamp: unixSeconds(now),
    server_public_key: serverKey,
  });
  const list = knownPublicNodes.textWithout(request.public_key);
  // Only the verdict precedes the list, so the first match is the list.
  return {
    text: text.replace('"known_public_nodes":[]', () => `"known_public_nodes":${list}`),
    compatibility: verdict.compatibility,
  };
}

/** Builds the signed answer to a verified request, as JSON text. */
export function createResponse(
  identity: Identity,
  request: HandshakeRequest,
  content: ResponseContent,
): { text: string; compatibility: Compatibility } {
  const { text, compatibility } = unsignedResponse(identity.id, request, content);
  const signature = identity.sign(responseTextBytes(request.signature, text));
  return { text: `${text.slice(0, -1)},"server_signature":"${signature}"}`, compatibility };
}

/** Response schema that accepts invalid list items, because the items are only hints. */
const receivedResponse = handshakeResponse.extend({
  node: nodeInfo.partial({ id: true }),
  known_public_nodes: z.array(z.unknown()),
});
const candidate = knownNode.pick({ public_key: true, public_host: true });

/** A node that a peer named, and that is not yet verified by a handshake of its own. */
export interface Candidate {
  publicKey: string;
  /** Origin in normal form. */
  publicHost: string;
}

export interface VerifiedResponse {
  /** The key to pin for this host, base58. */
  publicKey: string;
  node: Omit<NodeInfo, 'id'>;
  /** The peer's verdict about this node. */
  compatibility: HandshakeResponse['compatibility'];
  warning: string | undefined;
  candidates: Candidate[];
  /** The peer's clock in Unix milliseconds, usually in whole seconds. */
  time: number;
}

/** The reasons for rejecting a response that need no further data. */
type SimpleFault = 'malformed' | 'invalid_signature' | 'key_mismatch' | 'not_public';

/**
 * Result of verifying a response. With `stale_timestamp`, `time` is the signed time of the peer's clock; with
 * `key_changed`, everything but the key is valid, and `answer` has the new key.
 */
export type ResponseVerdict =
  | { ok: true; answer: VerifiedResponse }
  | { ok: false; fault: SimpleFault }
  | { ok: false; fault: 'host_mismatch'; statedHost: string | undefined }
  | { ok: false; fault: 'stale_timestamp'; time: number }
  | { ok: false; fault: 'key_changed'; answer: VerifiedResponse };

export interface ResponseContext {
  /** Unix milliseconds. */
  now: number;
  /** The requested origin. */
  expectedHost: string;
  /** The key pinned for this host on first contact, base58. */
  pinnedKey?: string | undefined;
}

/** Checks the response to a request of this node. `body`: the response body, decoded from UTF-8. */
export function verifyResponse(
  request: HandshakeRequest,
  body: string,
  { now, expectedHost, pinnedKey }: ResponseContext,
): ResponseVerdict {
  const received = parseResponse(body);
  if (!received) return { ok: false, fault: 'malformed' };
  const { raw, response } = received;
  const { node, server_public_key: publicKey } = response;
  const fail = (fault: SimpleFault): ResponseVerdict => ({ ok: false, fault });

  if (!verifySignature(publicKey, responseBytes(request.signature, raw), response.server_signature))
    return fail('invalid_signature');
  const { timestamp } = response;
  const time = typeof timestamp === 'number' ? timestamp * 1000 : Date.parse(timestamp);
  if (!isFresh(timestamp, now)) return { ok: false, fault: 'stale_timestamp', time };
  if (node.public_key !== publicKey) return fail('key_mismatch');
  if (node.node_type !== 'public') return fail('not_public');
  const statedHost = parsePublicHost(node.public_host ?? '');
  if (statedHost === undefined || statedHost !== parsePublicHost(expectedHost))
    return { ok: false, fault: 'host_mismatch', statedHost };

  const answer: VerifiedResponse = {
    publicKey,
    node,
    compatibility: response.compatibility,
    warning: response.warning,
    candidates: readCandidates(response.known_public_nodes),
    time,
  };
  // The key is checked before the answer is used; `PeerBook.recordSuccess` compares it again with the key pinned by
  // then.
  if (pinnedKey !== undefined && pinnedKey !== publicKey) return { ok: false, fault: 'key_changed', answer };
  return { ok: true, answer };
}

function parseResponse(
  body: string,
): { raw: object; response: z.infer<typeof receivedResponse> } | undefined {
  try {
    const raw = parseStrictJson(body) as object;
    const { data } = receivedResponse.safeParse(raw);
    return data && { raw, response: data };
  } catch (error) {
    if (!(error instanceof NodeError)) throw error;
    return undefined;
  }
}

function readCandidates(items: unknown[]): Candidate[] {
  return items.slice(0, maxKnownNodes).flatMap((item) => {
    const { data } = candidate.safeParse(item);
    const publicHost = data && parsePublicHost(data.public_host);
    return publicHost ? [{ publicKey: data.public_key, publicHost }] : [];
  });
}
