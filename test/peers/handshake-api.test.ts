import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HandshakeRequest } from '../../src/contract/node-api/peers.ts';
import { requestBytes } from '../../src/crypto/canonical-json.ts';
import { type Identity, identityFromSeed } from '../../src/crypto/identity.ts';
import { verifyProblem } from '../../src/features/peers/handshake/handshake-problem.ts';
import { createRequest } from '../../src/features/peers/handshake/handshake-request.ts';
import { verifyResponse } from '../../src/features/peers/handshake/handshake-response.ts';
import { rawRequest } from '../support/http/raw-request.ts';
import { startTestNode, type TestNode } from '../support/node/start-test-node.ts';
import { randomKey } from '../support/random-bytes.ts';

const host = 'http://node.example.org';
let alcove: TestNode;
const asker = identityFromSeed(randomKey());

beforeAll(async () => {
  alcove = await startTestNode({
    settings: {
      node: { type: 'public', public_host: host, port: 0 },
      http: { handshakes_per_minute: 500, requests_per_minute: 500 },
    },
  });
});
afterAll(() => alcove.stop());

const post = (body: string | Buffer, headers: Record<string, string> = {}) =>
  rawRequest(`${alcove.node.nodeUrl}/api/v1/network.handshake`, {
    method: 'POST',
    body,
    headers: { 'Content-Type': 'application/json', ...headers },
  });

const valid = (
  description: Partial<HandshakeRequest> = {},
  now = Date.now(),
  identity: Identity = asker,
): HandshakeRequest =>
  createRequest(
    identity,
    { version: '0.1.0', node_type: 'private', metrics: {}, capabilities: [], ...description },
    { now },
  );

/** A request with other members, signed again. */
const signed = (changes: Record<string, unknown>): Record<string, unknown> => {
  const { signature: _, ...rest } = { ...valid(), ...changes } as Record<string, unknown>;
  for (const [name, value] of Object.entries(rest)) if (value === undefined) delete rest[name];
  return { ...rest, signature: asker.sign(requestBytes(rest)) };
};

describe('a handshake', () => {
  it('is answered with a signed description and the known nodes', async () => {
    const request = valid();
    const response = await post(JSON.stringify(request));
    expect(response.status).toBe(200);
    const verdict = verifyResponse(request, response.body.toString(), {
      now: Date.now(),
      expectedHost: host,
    });
    expect(verdict).toMatchObject({
      ok: true,
      answer: { publicKey: alcove.node.publicKey, compatibility: 'compatible' },
    });
    expect(response.json()).not.toHaveProperty('warning');
  });

  it('accepts unknown members, an ISO 8601 time and an empty public_host', async () => {
    const response = await post(
      JSON.stringify(signed({ note: 'unknown', timestamp: new Date().toISOString(), public_host: '' })),
    );
    expect(response.status).toBe(200);
  });

  it.each([
    ['0.2.0', 'warning', true],
    ['0.1.9', 'compatible', false],
    ['1.1.0', 'incompatible', false],
    ['1.2.0', 'incompatible', true],
  ])('judges version %s as %s', async (version, compatibility, warns) => {
    const response = (await post(JSON.stringify(valid({ version })))).json();
    expect(response.compatibility).toBe(compatibility);
    expect('warning' in response).toBe(warns);
    if (warns) expect(response.warning).toContain(version);
  });

  const refusals: [string, () => string | Buffer, number, string][] = [
    ['no JSON', () => '{', 400, 'invalid_request'],
    ['bytes that are not UTF-8', () => Buffer.from([0x7b, 0xff, 0x7d]), 400, 'invalid_request'],
    ['a list', () => '[]', 400, 'invalid_request'],
    [
      'a duplicate name',
      () => JSON.stringify(valid()).replace('{', '{"version":"0.1.0",'),
      400,
      'invalid_request',
    ],
    [
      'a lone surrogate',
      () => JSON.stringify(valid()).replace('"metrics":{}', '"metrics":{"a":"\\ud800"}'),
      400,
      'invalid_request',
    ],
    [
      'an integer beyond 2^53',
      () => JSON.stringify(valid()).replace('"metrics":{}', '"metrics":{"a":9007199254740993}'),
      400,
      'invalid_request',
    ],
    [
      'deep nesting',
      () =>
        JSON.stringify(valid()).replace(
          '"metrics":{}',
          `"metrics":{"a":${'['.repeat(20_000)}${']'.repeat(20_000)}}`,
        ),
      400,
      'invalid_request',
    ],
    ...[
      'version',
      'public_key',
      'node_type',
      'metrics',
      'capabilities',
      'timestamp',
      'nonce',
      'signature',
    ].map((name): [string, () => string, number, string] => [
      `no ${name}`,
      () => JSON.stringify({ ...valid(), [name]: undefined }),
      400,
      'invalid_request',
    ]),
    ['a short nonce', () => JSON.stringify(signed({ nonce: '1234567' })), 400, 'invalid_request'],
    ['a long nonce', () => JSON.stringify(signed({ nonce: 'n'.repeat(129) })), 400, 'invalid_request'],
    [
      'a public node without host',
      () => JSON.stringify(signed({ node_type: 'public' })),
      400,
      'public_host_required',
    ],
    [
      'a public node with an empty host',
      () => JSON.stringify(signed({ node_type: 'public', public_host: '' })),
      400,
      'public_host_required',
    ],
    [
      'a host with a path',
      () => JSON.stringify(signed({ node_type: 'public', public_host: 'https://a.example/x' })),
      400,
      'public_host_invalid',
    ],
    [
      'a host with credentials',
      () => JSON.stringify(signed({ node_type: 'public', public_host: 'https://u:p@a.example' })),
      400,
      'public_host_invalid',
    ],
    [
      'a host of another scheme',
      () => JSON.stringify(signed({ node_type: 'public', public_host: 'ftp://a.example' })),
      400,
      'public_host_invalid',
    ],
    ['an old time', () => JSON.stringify(valid({}, Date.now() - 301_500)), 401, 'stale_timestamp'],
    ['a time in the future', () => JSON.stringify(valid({}, Date.now() + 302_000)), 401, 'stale_timestamp'],
    ['a changed member', () => JSON.stringify({ ...valid(), version: '0.1.1' }), 401, 'invalid_signature'],
    [
      'another signature',
      () => JSON.stringify({ ...valid(), signature: valid({ version: '9.9.9' }).signature }),
      401,
      'invalid_signature',
    ],
    [
      'an added unknown member',
      () => JSON.stringify({ ...valid(), note: 'not signed' }),
      401,
      'invalid_signature',
    ],
  ];

  it.each(refusals)('is rejected for %s', async (_what, make, status, code) => {
    const body = make();
    const response = await post(body);
    expect(response.json()).toMatchObject({ status, code });
    expect(response.headers['content-type']).toBe('application/problem+json');
    if (status === 401) expect(response.headers['www-authenticate']).toBeDefined();
    if (code === 'stale_timestamp') expect(response.json().timestamp).toBeTypeOf('number');
    const sent = typeof body === 'string' ? body : '';
    expect(verifyProblem(sent, response.body.toString())).toMatchObject({
      code,
      server_public_key: alcove.node.publicKey,
    });
  });

  it('is rejected a second time', async () => {
    const body = JSON.stringify(valid());
    expect((await post(body)).status).toBe(200);
    expect((await post(body)).json()).toMatchObject({ status: 409, code: 'nonce_replayed' });
  });

  it('is rejected when it is larger than 64 KiB', async () => {
    const body = JSON.stringify(signed({ note: 'x'.repeat(65_536) }));
    const response = await post(body);
    expect(response.json()).toMatchObject({ status: 413, code: 'payload_too_large' });
    expect(verifyProblem('', response.body.toString())).toMatchObject({ code: 'payload_too_large' });
  });
});

it('the rate of handshakes is limited per address, with a signed reason', async () => {
  const busy = await startTestNode({
    settings: { node: { type: 'public', public_host: host, port: 0 }, http: { handshakes_per_minute: 3 } },
  });
  try {
    const ask = async () => {
      const body = JSON.stringify(valid());
      return {
        body,
        answer: await rawRequest(`${busy.node.nodeUrl}/api/v1/network.handshake`, { method: 'POST', body }),
      };
    };
    for (let n = 0; n < 3; n += 1) expect((await ask()).answer.status).toBe(200);
    const { body, answer } = await ask();
    expect(answer.json()).toMatchObject({ status: 429, code: 'rate_limited' });
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    expect(verifyProblem(body, answer.body.toString())).toMatchObject({ code: 'rate_limited' });
  } finally {
    await busy.stop();
  }
});

it('a handshake is refused by a node to itself', async () => {
  const { readFileSync } = await import('node:fs');
  const { join } = await import('node:path');
  const seed = Buffer.from(readFileSync(join(alcove.dataDir, 'secrets', 'node-secret'), 'utf8'), 'base64');
  const response = await post(JSON.stringify(valid({}, Date.now(), identityFromSeed(seed))));
  expect(response.json()).toMatchObject({ status: 409, code: 'self_handshake' });
});
