import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { postSendStatusEndpoint } from '../../../src/features/monitoring/endpoints/post-send-status.ts';
import { EndpointAdapter, identify } from '../../../src/platform/http/endpoint/adapter.ts';
import type { Authenticate } from '../../../src/platform/http/guards/authorization.ts';

/** Starts a server with one endpoint, which needs a token. */
export async function startReporting(authenticate: Authenticate): Promise<{
  report(token: string): Promise<Response>;
  close(): Promise<void>;
}> {
  const endpoint = postSendStatusEndpoint({ report: () => {} });
  const adapter = new EndpointAdapter({
    baseUrlOf: () => 'http://127.0.0.1',
    stopping: new AbortController().signal,
    limit: undefined,
    authenticate,
    addressOf: () => '127.0.0.1',
    logger: pino({ level: 'silent' }),
  });
  const server = createServer((request, response) => {
    identify(response);
    void adapter.run({ endpoint, params: {}, query: {} }, request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const report = (token: string) =>
    fetch(`http://127.0.0.1:${port}/`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ service: 'bot', status: 'fine' }),
    });
  const close = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  return { report, close };
}
