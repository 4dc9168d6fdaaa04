import bs58 from 'bs58';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { requestBytes } from '../../../src/crypto/canonical-json.ts';
import { createRequest, verifyRequest } from '../../../src/features/peers/handshake/handshake-request.ts';
import { NonceCache } from '../../../src/features/peers/handshake/nonce-cache.ts';
import {
  alice,
  bob,
  contextOfBob,
  now,
  privateDescription,
  rejectionOf,
  requestOfAlice,
} from './fixtures.ts';

const verify = (request: object, at = now) => verifyRequest(JSON.stringify(request), contextOfBob(at));

/** Signs any request, so that only the rule under test can refuse it. */
function signed(document: Record<string, unknown>): Record<string, unknown> {
  const { signature: _, ...unsigned } = document;
  return { ...unsigned, signature: alice.sign(requestBytes(unsigned)) };
}
const without = (name: string) =>
  signed(Object.fromEntries(Object.entries(requestOfAlice()).filter(([key]) => key !== name)));

describe('a request', () => {
  it('is accepted with unknown fields, which are signed and kept', async () => {
    const request = requestOfAlice({ note: { deep: ['x'] } });
    expect(await verify(request)).toEqual({ request, publicHost: undefined });
  });

  it('of a public node names its origin in normal form', async () => {
    const request = requestOfAlice({ node_type: 'public', public_host: 'HTTPS://Node.Example.org:443' });
    expect((await verify(request)).publicHost).toBe('https://node.example.org');
  });

  it('of a private node has no host, sent or not', async () => {
    for (const public_host of ['', 'https://node.example.org'])
      expect((await verify(requestOfAlice({ public_host }))).publicHost).toBeUndefined();
  });

  it('with other content is accepted again only with another nonce', () => {
    expect(requestOfAlice().nonce).not.toBe(requestOfAlice().nonce);
    expect(requestOfAlice().nonce).toMatch(/^[0-9a-f]{32}$/);
  });

  it('may have a member named __proto__, which is signed', async () => {
    const body = JSON.stringify(
      signed(JSON.parse(JSON.stringify(requestOfAlice()).replace('{', '{"__proto__":{"x":1},'))),
    );
    expect(body).toContain('__proto__');
    const { request } = await verifyRequest(body, contextOfBob());
    expect(Object.getPrototypeOf(request)).toBe(Object.prototype);
    const code = (await rejectionOf(verifyRequest(body.replace('"x":1', '"x":2'), contextOfBob()))).code;
    expect(code).toBe('invalid_signature');
  });

  it('round-trips any metrics', async () => {
    await fc.assert(
      fc.asyncProperty(fc.dictionary(fc.string(), fc.jsonValue()), async (metrics) => {
        const request = createRequest(alice, { ...privateDescription, metrics }, { now });
        const body = JSON.stringify(request);
        fc.pre(!/\d{16}/.test(body.replace(/"(nonce|signature)":"\w+"/g, '')));
        expect((await verifyRequest(body, contextOfBob())).request.nonce).toBe(request.nonce);
      }),
      { seed: 19, numRuns: 100 },
    );
  });
});

describe('the schema of a request', () => {
  const required = ['version', 'public_key', 'node_type', 'metrics', 'capabilities', 'timestamp', 'nonce'];
  it.each([...required, 'signature'])('requires %s', async (name) => {
    const request = name === 'signature' ? { ...requestOfAlice(), signature: undefined } : without(name);
    const { code, details } = await rejectionOf(verify(request));
    expect(code).toBe('invalid_request');
    expect(details.errors?.map(({ path }) => path)).toEqual([`body.${name}`]);
  });

  const wrong: [name: string, value: unknown][] = [
    ['version', '1.0'],
    ['version', 'v1.0.0'],
    ['version', '01.0.0'],
    ['version', 1],
    ['version', `1.0.0-${'a'.repeat(60)}`],
    ['public_key', '0OIl'],
    ['public_key', bs58.encode(Buffer.alloc(31, 9))],
    ['public_key', bs58.encode(Buffer.alloc(33, 9))],
    ['public_key', '1'.repeat(44)],
    ['node_type', 'hybrid'],
    ['metrics', []],
    ['metrics', null],
    ['capabilities', 'storage'],
    ['capabilities', [1]],
    ['capabilities', Array.from({ length: 65 }, () => 'c')],
    ['capabilities', ['c'.repeat(129)]],
    ['timestamp', 1766000000.5],
    ['timestamp', '1766000000'],
    ['timestamp', 'yesterday'],
    ['timestamp', null],
    ['nonce', '1234567'],
    ['nonce', 'n'.repeat(129)],
    ['nonce', 12345678],
    ['signature', 'not base58!'],
    ['signature', ''],
    ['signature', '1'.repeat(91)],
    ['public_host', null],
    ['public_host', 5],
  ];
  it.each(wrong)('rejects %s: %j', async (name, value) => {
    const { code, details } = await rejectionOf(verify({ ...requestOfAlice(), [name]: value }));
    expect(code).toBe('invalid_request');
    expect(details.errors?.[0]?.path).toMatch(new RegExp(`^body\\.${name}`));
  });

  it.each(['null', '[]', '"text"', '{}', '{', '', '[[['])('rejects %s as a whole', async (body) => {
    expect((await rejectionOf(verifyRequest(body, contextOfBob()))).code).toBe('invalid_request');
  });

  it.each([
    ['version', '1.0.0-rc.1+build.5'],
    ['nonce', '12345678'],
    ['nonce', '\u{1f600}'.repeat(128)],
    ['capabilities', Array.from({ length: 64 }, () => 'c'.repeat(128))],
    ['timestamp', '2025-12-17T19:33:20Z'],
    ['timestamp', '2025-12-17T20:33:20.123+01:00'],
  ])('accepts %s: %j', async (name, value) => {
    expect((await verify(signed({ ...requestOfAlice(), [name]: value }))).request[name]).toEqual(value);
  });
});

describe('a public host', () => {
  it.each([undefined, ''])('is required of a public node: %j', async (public_host) => {
    const request = signed({ ...requestOfAlice(), node_type: 'public', public_host });
    expect((await rejectionOf(verify(request))).code).toBe('public_host_required');
  });

  it.each(['public', 'private'])('must be a bare origin (%s node)', async (node_type) => {
    const request = requestOfAlice({ node_type, public_host: 'https://node.example.org/path' });
    expect((await rejectionOf(verify(request))).code).toBe('public_host_invalid');
  });
});

describe('the timestamp', () => {
  const second = Math.floor(now / 1000);
  it.each([-300, 0, 300])('may differ by %i s', async (offset) => {
    const verified = await verify(signed({ ...requestOfAlice(), timestamp: second + offset }));
    expect(verified.request.timestamp).toBe(second + offset);
  });

  it.each([-301, 301, -1_000_000, second * 999])('may not differ by %i s', async (offset) => {
    const request = signed({ ...requestOfAlice(), timestamp: second + offset });
    const { code, details } = await rejectionOf(verify(request));
    expect(code).toBe('stale_timestamp');
    expect(details.members).toEqual({ timestamp: second });
  });

  it('may also be in ISO 8601', async () => {
    const iso = (seconds: number) => new Date(seconds * 1000).toISOString();
    await verify(signed({ ...requestOfAlice(), timestamp: iso(second - 300) }));
    const late = signed({ ...requestOfAlice(), timestamp: iso(second - 301) });
    expect((await rejectionOf(verify(late))).code).toBe('stale_timestamp');
  });
});

describe('the signature', () => {
  it('covers every field', async () => {
    const request = requestOfAlice({ public_host: '', note: 'signed too' });
    const changes: Record<string, unknown> = {
      version: '1.2.4',
      public_key: identityOfNobody,
      public_host: 'https://x.example',
      metrics: { a: 1 },
      capabilities: [],
      timestamp: Number(request.timestamp) + 1,
      nonce: 'another nonce',
      note: 'changed',
      added: null,
    };
    for (const [name, value] of Object.entries(changes)) {
      expect((await rejectionOf(verify({ ...request, [name]: value }))).code, name).toBe('invalid_signature');
    }
  });

  it('must have 64 bytes', async () => {
    expect((await rejectionOf(verify({ ...requestOfAlice(), signature: 'abc' }))).code).toBe(
      'invalid_signature',
    );
  });

  it('is rejected for a small-order key', async () => {
    const identityPoint = Buffer.from([1, ...Buffer.alloc(31)]);
    const request = {
      ...requestOfAlice(),
      public_key: bs58.encode(identityPoint),
      signature: bs58.encode(Buffer.concat([identityPoint, Buffer.alloc(32)])),
    };
    expect((await rejectionOf(verify(request))).code).toBe('invalid_signature');
  });
});

const identityOfNobody = bs58.encode(Buffer.alloc(32, 77));

describe('nonces', () => {
  it('are valid once, and consumed only by signed requests', async () => {
    const context = contextOfBob();
    const request = requestOfAlice();
    const forged = { ...request, note: 'changed' };
    expect((await rejectionOf(verifyRequest(JSON.stringify(forged), context))).code).toBe(
      'invalid_signature',
    );
    await verifyRequest(JSON.stringify(request), context);
    const again = await rejectionOf(verifyRequest(JSON.stringify(request), context));
    expect(again.code).toBe('nonce_replayed');
  });

  it('are refused, not dropped, when the cache is full', async () => {
    const context = { ...contextOfBob(), nonces: new NonceCache(1) };
    const first = JSON.stringify(requestOfAlice());
    await verifyRequest(first, context);
    const { code, details } = await rejectionOf(verifyRequest(JSON.stringify(requestOfAlice()), context));
    expect(code).toBe('too_busy');
    expect(details.headers).toEqual({ 'Retry-After': '60' });
    expect((await rejectionOf(verifyRequest(first, context))).code).toBe('nonce_replayed');
  });
});

describe('the order of checks', () => {
  /** Each fault in turn, combined with all later ones, must be the reported one. */
  const faults: [code: string, apply: (document: Record<string, unknown>) => void][] = [
    ['invalid_request', (document) => Object.assign(document, { metrics: 'none' })],
    ['public_host_invalid', (document) => Object.assign(document, { public_host: 'ftp://x' })],
    ['stale_timestamp', (document) => Object.assign(document, { timestamp: 1 })],
    ['self_handshake', (document) => Object.assign(document, { public_key: bob.id })],
    ['invalid_signature', (document) => Object.assign(document, { signature: alice.sign(Buffer.from('x')) })],
  ];

  it.each(faults.map(([code], index) => ({ code, index })))(
    'reports $code before later faults',
    async ({ code, index }) => {
      const context = contextOfBob();
      const request = requestOfAlice({ nonce: 'used already' });
      await verifyRequest(JSON.stringify(request), context);
      const faulty: Record<string, unknown> = { ...request };
      for (const [, apply] of faults.slice(index)) apply(faulty);
      expect((await rejectionOf(verifyRequest(JSON.stringify(faulty), context))).code).toBe(code);
    },
  );

  it('reports public_host_required before later faults', async () => {
    const faulty: Record<string, unknown> = { ...requestOfAlice(), node_type: 'public' };
    for (const [, apply] of faults.slice(2)) apply(faulty);
    expect((await rejectionOf(verify(faulty))).code).toBe('public_host_required');
  });

  it('reports ambiguous JSON first', async () => {
    const faulty: Record<string, unknown> = { ...requestOfAlice() };
    for (const [, apply] of faults) apply(faulty);
    const body = JSON.stringify(faulty).replace('{', '{"version":"1.0.0",');
    const { code, message } = await rejectionOf(verifyRequest(body, contextOfBob()));
    expect([code, message]).toEqual(['invalid_request', expect.stringContaining('twice')]);
  });

  it('detects its own key with a valid signature', async () => {
    const request = createRequest(bob, privateDescription, { now });
    expect((await rejectionOf(verify(request))).code).toBe('self_handshake');
  });
});
