import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Starts a proxy of a chain service that can change its responses. */
export async function toncenterProxy(target: string) {
  const proxy = {
    url: '',
    /** The requested methods. */
    asked: [] as string[],
    /** The keys in requests. */
    keys: [] as (string | undefined)[],
    isDown: false,
    /** Changes the result of a method. */
    change: (_method: string, result: unknown): unknown => result,
    /** Replaces a response. */
    spoil: undefined as ((response: ServerResponse) => void) | undefined,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };

  async function answer(text: string, response: ServerResponse): Promise<void> {
    const { method } = JSON.parse(text) as { method: string };
    proxy.asked.push(method);
    if (proxy.isDown) return void response.destroy();
    if (proxy.spoil) return proxy.spoil(response);
    const headers = { 'Content-Type': 'application/json' };
    const answered = await fetch(target, { method: 'POST', headers, body: text });
    const { result, ...document } = (await answered.json()) as { result?: unknown };
    response.writeHead(answered.status, headers);
    response.end(JSON.stringify({ ...document, result: proxy.change(method, result) }));
  }

  const server = createServer((request, response) => {
    proxy.keys.push(request.headers['x-api-key'] as string | undefined);
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => void answer(Buffer.concat(parts).toString(), response));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  proxy.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v2/jsonRPC`;
  return proxy;
}

export type ToncenterProxy = Awaited<ReturnType<typeof toncenterProxy>>;
