import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { contentIdOf } from '../../src/core/content-id.ts';
import { sha256Of } from './sharer.ts';

/** A request of this node; `id` is that of the content. */
export interface Recorded {
  method: string;
  id: string;
  body: Record<string, unknown>;
}

export interface RecordingHost {
  host: string;
  /** Requests other than sign-ins, oldest first. */
  requests: Recorded[];
  /** Answers a request; returns false for the usual answer, which accepts everything. */
  answer: (request: Recorded, response: ServerResponse) => boolean | Promise<boolean>;
  /** Returns the descriptions that a content got. */
  described: (sha256: Buffer) => Record<string, unknown>[];
  /** Returns the ids of the contents that are there. */
  stored: () => string[];
  stop(): Promise<void>;
}

export const respond = (response: ServerResponse, status: number, document: unknown): void => {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(document));
};

/** A public node that accepts everything and records it. */
export async function startRecordingHost(): Promise<RecordingHost> {
  const stored = new Set<string>();
  const server = createServer(async (request, response) => {
    const { method = '', url = '' } = request;
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const bytes = Buffer.concat(parts);
    if (method === 'HEAD') return respond(response, 404, {});
    if (url === '/api/v1/auth.twa') return respond(response, 200, { auth_v1_token: 'a-token' });
    const id = method === 'POST' ? contentIdOf(sha256Of(bytes)) : (url.split('/').at(-1) ?? '');
    const body = method === 'PATCH' ? JSON.parse(bytes.toString()) : {};
    const recorded = { method, id, body };
    node.requests.push(recorded);
    if (await node.answer(recorded, response)) return;
    if (method === 'POST') stored.add(id);
    if (method === 'DELETE') stored.delete(id);
    respond(response, 200, { content_id: id, deleted: true });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const node: RecordingHost = {
    host: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: [],
    answer: () => false,
    described: (sha256) =>
      node.requests
        .filter(({ method, id }) => method === 'PATCH' && id === contentIdOf(sha256))
        .map(({ body }) => body),
    stored: () => [...stored],
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return node;
}
