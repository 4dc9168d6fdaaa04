import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { HandshakeRequest, KnownNode, NodeInfo } from '../../../src/contract/node-api/peers.ts';
import { NodeError } from '../../../src/core/node-error.ts';
import { type Identity, identityFromSeed } from '../../../src/crypto/identity.ts';
import { signProblem } from '../../../src/features/peers/handshake/handshake-problem.ts';
import { verifyRequest } from '../../../src/features/peers/handshake/handshake-request.ts';
import { createResponse } from '../../../src/features/peers/handshake/handshake-response.ts';
import { KnownNodeList, listedNode } from '../../../src/features/peers/handshake/known-node-list.ts';
import { NonceCache } from '../../../src/features/peers/handshake/nonce-cache.ts';
import { randomKey } from '../../support/random-bytes.ts';

/** A minimal node whose behaviour a test can change while it runs. */
export interface AnsweringNode {
  /** Its origin, by which others reach it. */
  readonly host: string;
  identity: Identity;
  version: string;
  nodeType: 'public' | 'private';
  statedHost: string;
  metrics: Record<string, unknown>;
  known: KnownNode[];
  now: () => number;
  /** Called first; the node does not answer if it returns true. */
  intercept: ((request: IncomingMessage, response: ServerResponse, body: string) => boolean) | undefined;
  /** The received handshakes. */
  readonly handshakes: HandshakeRequest[];
  /** Number of requests for its network.info. */
  infos: number;
  readonly describe: () => NodeInfo;
  /** Returns its entry in the lists of other nodes. */
  readonly listing: () => KnownNode;
  stop(): Promise<void>;
  /** Listens again on the same port. */
  restart(): Promise<void>;
}

async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}

function send(response: ServerResponse, status: number, document: unknown): void {
  response.writeHead(status, {
    'content-type': status < 400 ? 'application/json' : 'application/problem+json',
  });
  response.end(JSON.stringify(document));
}

/** Starts a minimal public node on loopback that follows the protocol. */
export async function startAnsweringNode(options: { now?: () => number } = {}): Promise<AnsweringNode> {
  const nonces = new NonceCache();
  const server = createServer(async (request, response) => {
    const body = await readBody(request);
    if (node.intercept?.(request, response, body)) return;
    if (request.method === 'GET' && request.url === '/api/v1/network.info') {
      node.infos++;
      send(response, 200, node.describe());
      return;
    }
    try {
      const now = node.now();
      const verified = await verifyRequest(body, { now, ownPublicKey: node.identity.id, nonces });
      node.handshakes.push(verified.request);
      const knownPublicNodes = new KnownNodeList(node.known.map(listedNode));
      const answer = createResponse(node.identity, verified.request, {
        node: node.describe(),
        knownPublicNodes,
        now,
      });
      response.writeHead(200, { 'content-type': 'application/json' }).end(answer.text);
    } catch (error) {
      if (!(error instanceof NodeError)) throw error;
      const problem = {
        type: 'about:blank',
        title: '',
        status: 400,
        detail: error.message,
        code: error.code,
      };
      send(response, 400, signProblem(node.identity, body, problem, node.now()));
    }
  });
  const listen = (wanted: number): Promise<void> =>
    new Promise((resolve) => server.listen(wanted, '127.0.0.1', resolve));
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const host = `http://127.0.0.1:${port}`;
  const node: AnsweringNode = {
    host,
    identity: identityFromSeed(randomKey()),
    version: '1.0.0',
    nodeType: 'public',
    statedHost: host,
    metrics: { uptime_s: 1 },
    known: [],
    now: options.now ?? Date.now,
    intercept: undefined,
    handshakes: [],
    infos: 0,
    describe: () => ({
      id: node.identity.id,
      public_key: node.identity.id,
      version: node.version,
      node_type: node.nodeType,
      ...(node.nodeType === 'public' ? { public_host: node.statedHost } : {}),
      metrics: node.metrics,
      capabilities: ['storage'],
    }),
    listing: () => ({
      public_key: node.identity.id,
      public_host: node.statedHost,
      version: node.version,
      node_type: 'public',
      compatibility: 'compatible',
      capabilities: ['storage'],
      metrics: {},
      last_seen: '2026-01-31T12:00:00.000Z',
      latency_ms: 1,
    }),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
    restart: () => listen(port),
  };
  return node;
}
