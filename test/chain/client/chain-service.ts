import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ServiceRequest {
  method: string;
  params: Record<string, unknown>;
  headers: IncomingMessage['headers'];
  /** A clock in milliseconds with an arbitrary start. */
  at: number;
}

export interface ChainService {
  endpoint: string;
  requests: ServiceRequest[];
  stop(): Promise<void>;
}

export type Respond = (request: ServiceRequest, response: ServerResponse) => void;

/** A real HTTP server in place of the public service. */
export async function startChainService(respond: Respond): Promise<ChainService> {
  const requests: ServiceRequest[] = [];
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const part of request) text += part;
    const { method, params } = JSON.parse(text);
    const received = { method, params, headers: request.headers, at: performance.now() };
    requests.push(received);
    respond(received, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v2/jsonRPC`,
    requests,
    stop: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

export const sendAnswer = (response: ServerResponse, status: number, document: unknown): void => {
  response.writeHead(status, { 'Content-Type': 'application/json' });
  response.end(JSON.stringify(document));
};

export const ok = (result: unknown) => ({ ok: true, result, jsonrpc: '2.0', id: '1' });
