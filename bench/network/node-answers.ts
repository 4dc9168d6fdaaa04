import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  getNetworkInfo,
  type HandshakeRequest,
  type NodeInfo,
  postHandshake,
} from '../../src/contract/node-api/peers.ts';
import type { Identity } from '../../src/crypto/identity.ts';
import { verifyRequest } from '../../src/features/peers/handshake/handshake-request.ts';
import { createResponse } from '../../src/features/peers/handshake/handshake-response.ts';
import type { KnownNodeList } from '../../src/features/peers/handshake/known-node-list.ts';
import { NonceCache } from '../../src/features/peers/handshake/nonce-cache.ts';

export interface AnsweringOptions {
  identity: Identity;
  describe: () => NodeInfo;
  knownNodes: () => KnownNodeList;
  /** Called with the verified request of a node that claims to be public, after the response. */
  onClaim?: (publicHost: string, request: HandshakeRequest) => void;
}

/**
 * Answers the two requests of the network protocol as a node does, without its other checks. Time is simulated: this
 * node uses the clock of the node that calls it.
 */
export class NodeAnswers {
  readonly #options: AnsweringOptions;
  readonly #nonces = new NonceCache();

  constructor(options: AnsweringOptions) {
    this.#options = options;
  }

  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await textOf(request);
    const text =
      request.url === postHandshake.path
        ? await this.#shake(body)
        : request.url === getNetworkInfo.path && JSON.stringify(this.#options.describe());
    response.writeHead(text ? 200 : 404, { 'Content-Type': 'application/json' }).end(text || '{}');
  }

  async #shake(body: string): Promise<string> {
    const { identity, describe, knownNodes, onClaim } = this.#options;
    const now = 1000 * (JSON.parse(body) as { timestamp: number }).timestamp;
    const { request, publicHost } = await verifyRequest(body, {
      now,
      ownPublicKey: identity.id,
      nonces: this.#nonces,
    });
    if (publicHost !== undefined) setImmediate(() => onClaim?.(publicHost, request));
    return createResponse(identity, request, { node: describe(), knownPublicNodes: knownNodes(), now }).text;
  }
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
