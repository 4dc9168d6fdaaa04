import { randomBytes } from 'node:crypto';
import { type HandshakeRequest, handshakeRequest } from '../../../contract/node-api/peers.ts';
import { inputErrorAt } from '../../../core/messages/input-error.ts';
import { message, messageOfIssue } from '../../../core/messages/message.ts';
import { NodeError } from '../../../core/node-error.ts';
import { parseStrictJson } from '../../../core/strict-json.ts';
import { requestBytes } from '../../../crypto/canonical-json.ts';
import { decodeBase58, type Identity, verifySignatureInPool } from '../../../crypto/identity.ts';
import { parsePublicHost } from '../../../platform/net/public-host.ts';
import { isFresh, unixSeconds } from './handshake-freshness.ts';
import type { NonceStore } from './nonce-store.ts';

export type Description = Pick<
  HandshakeRequest,
  'version' | 'node_type' | 'public_host' | 'metrics' | 'capabilities'
>;

/**
 * Builds a signed request; send `JSON.stringify` of it, and keep both for `verifyResponse` and `verifyProblem`.
 * @param options `now` in Unix milliseconds; `nonce` of 8 to 128 characters, 128 random bits by default
 */
export function createRequest(
  identity: Identity,
  description: Description,
  { now, nonce = randomBytes(16).toString('hex') }: { now: number; nonce?: string },
): HandshakeRequest {
  const unsigned = { ...description, public_key: identity.id, timestamp: unixSeconds(now), nonce };
  return { ...unsigned, signature: identity.sign(requestBytes(unsigned)) };
}

export interface RequestContext {
  /** Unix milliseconds. */
  now: number;
  /** The answering node's key, base58. */
  ownPublicKey: string;
  nonces: NonceStore;
}

export interface VerifiedRequest {
  request: HandshakeRequest;
  /** The origin that a public sender claims, in normal form; undefined for a private sender. */
  publicHost: string | undefined;
}

/**
 * Checks a handshake request in the order of the protocol, cheapest first; rate and size are limited before. The node's
 * own key is checked before the signature, because such a request is refused either way.
 * @param body the request body as it arrived, decoded from UTF-8
 * @throws NodeError `invalid_request`, `public_host_required`, `public_host_invalid`, `stale_timestamp` (with
 *   `timestamp`), `self_handshake`, `invalid_signature`, `nonce_replayed`, or `too_busy` when the nonce store is full
 */
export async function verifyRequest(
  body: string,
  { now, ownPublicKey, nonces }: RequestContext,
): Promise<VerifiedRequest> {
  const received = parseStrictJson(body);
  const request = checkShape(received);
  const publicHost = checkPublicHost(request);
  if (!isFresh(request.timestamp, now))
    throw new NodeError('stale_timestamp', 'peers.timestampStale', {
      members: { timestamp: unixSeconds(now) },
    });
  if (request.public_key === ownPublicKey) throw new NodeError('self_handshake', 'peers.ownKey');
  // The received document is verified, because the schema drops a member named __proto__.
  if (!(await verifySignatureInPool(request.public_key, requestBytes(received as object), request.signature)))
    throw new NodeError('invalid_signature', 'peers.signatureInvalid');
  requireFresh(await nonces.remember(request.public_key, request.nonce, now));
  return { request, publicHost };
}

function checkShape(received: unknown): HandshakeRequest {
  const shape = handshakeRequest.safeParse(received);
  const errors = shape.success
    ? decodeBase58(shape.data.public_key, 32)
      ? []
      : [inputErrorAt('body.public_key', 'peers.mustBeKey')]
    : shape.error.issues.map(({ path, message: issue }) =>
        inputErrorAt(['body', ...path].map(String).join('.'), messageOfIssue(issue)),
      );
  if (shape.success && errors.length === 0) return shape.data;
  const [first] = errors;
  const text = message('peers.handshakeInvalid', { path: first?.path ?? '', problem: first?.message ?? '' });
  throw new NodeError('invalid_request', text, { errors: errors.slice(0, 20) });
}

function checkPublicHost({ node_type, public_host }: HandshakeRequest): string | undefined {
  if (!public_host) {
    if (node_type === 'private') return undefined;
    throw new NodeError('public_host_required', 'peers.publicHostMissing');
  }
  const origin = parsePublicHost(public_host);
  if (!origin) throw new NodeError('public_host_invalid', 'peers.publicHostInvalid');
  return node_type === 'public' ? origin : undefined;
}

function requireFresh(memory: Awaited<ReturnType<NonceStore['remember']>>): void {
  if (memory === 'full')
    throw new NodeError('too_busy', 'peers.noncesFull', {
      headers: { 'Retry-After': '60' },
    });
  if (memory !== 'fresh') throw new NodeError('nonce_replayed', 'peers.nonceUsed');
}
