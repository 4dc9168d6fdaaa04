import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, get, type RequestListener, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { randomBytes } from '../../support/random-bytes.ts';
import { storeBytes, temporaryStore } from './support/temporary-store.ts';

async function serve(handle: RequestListener): Promise<number> {
  const server = createServer(handle).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

test('stores an upload completely for every reader', async () => {
  const { store } = await temporaryStore();
  const results: { stored: string; heard: string }[] = [];
  const port = await serve(async (incoming, response) => {
    const heard = createHash('sha256');
    const writing = store.write(incoming, { maxBytes: 10_000_000 });
    if (incoming.url === '/heard') incoming.on('data', (chunk: Buffer) => heard.update(chunk));
    const staged = await writing;
    await staged.discard();
    results.push({ stored: staged.sha256.toString('hex'), heard: heard.digest('hex') });
    response.end();
  });
  const bytes = randomBytes(6_000_000);
  for (const path of ['/', '/heard']) {
    const sending = request({ port, path, method: 'POST' });
    sending.end(bytes);
    await once(sending, 'response');
  }
  expect(results).toEqual([
    { stored: hashOf(bytes), heard: hashOf(Buffer.alloc(0)) },
    { stored: hashOf(bytes), heard: hashOf(bytes) },
  ]);
});

test.each([30_000, 3_000_000])(
  'sends a content of %i bytes completely to many concurrent clients',
  async (size) => {
    const { store } = await temporaryStore();
    const bytes = randomBytes(size);
    const stored = await storeBytes(store, bytes);
    const port = await serve((_incoming, response) => {
      response.setHeader('Content-Length', size);
      store.sendTo(response, stored).catch((error) => response.destroy(error));
    });
    const bodies = await Promise.all(
      Array.from({ length: 30 }, async () => {
        const response = await fetch(`http://127.0.0.1:${port}/`);
        return hashOf(Buffer.from(await response.arrayBuffer()));
      }),
    );
    expect(new Set(bodies)).toEqual(new Set([hashOf(bytes)]));
  },
);

test('does not log an error when a client disconnects during a download', async () => {
  const { store } = await temporaryStore();
  const stored = await storeBytes(store, randomBytes(20_000_000));
  const outcome = Promise.withResolvers<string>();
  const port = await serve((_incoming, response) => {
    response.setHeader('Content-Length', stored.size);
    store.sendTo(response, stored).then(
      () => outcome.resolve('resolved'),
      (error) => outcome.resolve(String(error)),
    );
  });
  const asking = get({ port });
  asking.on('response', (response) => response.once('data', () => asking.destroy()));
  asking.on('error', () => {});
  expect(await outcome.promise).toBe('resolved');
});
