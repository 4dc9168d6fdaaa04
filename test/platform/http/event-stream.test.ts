import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { DashboardTopic } from '../../../src/contract/dashboard-api/events.ts';
import { Topics } from '../../../src/core/events/topics.ts';
import { streamEvents } from '../../../src/platform/http/endpoint/event-stream.ts';

it('disconnects a page that stops reading instead of buffering without limit', async () => {
  const topics = new Topics<DashboardTopic>();
  const listeners = new Set<(topic: DashboardTopic) => void>();
  topics.subscribe = (listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  let answer: ServerResponse | undefined;
  const server = createServer((_request, response) => {
    answer = response;
    streamEvents(response, topics, new AbortController().signal);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  client.write('GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n');
  await once(client, 'readable');
  expect(listeners.size).toBe(1);

  // The system’s socket buffer has to be full first.
  for (let round = 0; round < 10_000 && listeners.size > 0; round += 1) {
    for (let sent = 0; sent < 100; sent += 1) for (const notify of listeners) notify('content');
    await nextTurn();
  }
  expect(listeners.size).toBe(0);
  expect(answer?.destroyed).toBe(true);
  client.destroy();
  server.close();
});
