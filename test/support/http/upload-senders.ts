import { once } from 'node:events';
import { type ClientRequest, request } from 'node:http';
import { text } from 'node:stream/consumers';
import type { SettingsInput } from '../../../src/contract/settings.ts';
import { openToAnyone } from '../node/content-world.ts';
import type { TestNode } from '../node/start-test-node.ts';

/** Settings of a public node behind a local proxy, which states the address of each client. */
export const behindProxy: SettingsInput = {
  ...openToAnyone,
  node: { type: 'public', public_host: 'https://node.example.org', port: 0 },
  http: { trusted_proxies: ['127.0.0.1'], requests_per_minute: 100_000, sign_ins_per_minute: 1000 },
};

/** The user and the address of a sender. */
export interface From {
  token: string;
  address: string;
}

/** An upload that has started and does not end. */
export interface Sending {
  request: ClientRequest;
  /** Resolves once the node answers. */
  answer: Promise<{ status: number; body: { code?: string } }>;
}

/** Sends a file through the proxy. */
export async function send(
  { token, address }: From,
  alcove: TestNode,
  body: string | Uint8Array,
): Promise<number> {
  const response = await alcove.ask('/api/v1/storage', {
    method: 'POST',
    body: body as BodyInit,
    headers: { Authorization: token, 'X-Forwarded-For': address, 'Content-Type': 'text/plain' },
  });
  await response.arrayBuffer();
  return response.status;
}

/**
 * Starts an upload of an announced length and sends one byte. Resolves when the node waits for more bytes, or has
 * responded.
 */
export async function trickle(
  { token, address }: From,
  alcove: TestNode,
  {
    announced = 1000,
    ending,
    headers,
  }: { announced?: number; ending: ClientRequest[]; headers?: Record<string, string> },
): Promise<Sending> {
  const sent = request(`${alcove.node.nodeUrl}/api/v1/storage`, {
    method: 'POST',
    agent: false,
    headers: {
      ...{ Authorization: token, 'X-Forwarded-For': address },
      ...{ Expect: '100-continue', 'Content-Length': announced, ...headers },
    },
  });
  sent.on('error', () => {});
  ending.push(sent);
  const answer = once(sent, 'response').then(async ([response]) => ({
    status: response.statusCode as number,
    body: JSON.parse(await text(response)) as { code?: string },
  }));
  answer.catch(() => {});
  sent.flushHeaders();
  await Promise.race([once(sent, 'continue'), answer]);
  sent.write('x');
  return { request: sent, answer };
}

/** Resolves to whether the node has responded. */
export const isAnswered = ({ answer }: Sending): Promise<boolean> =>
  Promise.race([
    answer.then(
      () => true,
      () => true,
    ),
    new Promise<false>((resolve) => setImmediate(() => resolve(false))),
  ]);
