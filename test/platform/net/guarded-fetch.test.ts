import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import type { PeerError } from '../../../src/platform/net/failures/peer-error.ts';
import { AddressPolicy } from '../../../src/platform/net/guarded/address-policy.ts';
import { systemResolve } from '../../../src/platform/net/guarded/guarded-connection.ts';
import { type GuardedRequest, guardedFetch } from '../../../src/platform/net/guarded/guarded-fetch.ts';

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

async function serve(handler: Handler, address = '127.0.0.1'): Promise<number> {
  const server: Server = createServer(handler);
  await new Promise<void>((resolve) => server.listen(0, address, resolve));
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

const policy = (allowPrivateHosts: boolean) => new AddressPolicy({ allowPrivateHosts, clock: Date.now });
const forNamed = policy(false).named;
const forLearned = policy(false).learned;

const ask = (origin: string, more: Partial<GuardedRequest> = {}) =>
  guardedFetch({
    origin,
    path: '/x',
    guard: forNamed,
    resolve: systemResolve,
    timeoutMs: 10_000,
    signal: new AbortController().signal,
    ...more,
  });

const failure = (promise: Promise<unknown>): Promise<PeerError['code']> =>
  promise.then(
    () => {
      throw new Error('was answered');
    },
    (error: PeerError) => error.code ?? error,
  );

const json: Handler = (_request, response) => {
  response.setHeader('content-type', 'application/json; charset=utf-8');
  response.end('{"ok":true}');
};

describe('a response of a node', () => {
  it('is refused in many tiny pieces', async () => {
    const port = await serve((_request, response) => {
      response.setHeader('content-type', 'application/json');
      for (let piece = 0; piece < 50_000; piece += 1) response.write(' ');
      response.end('{}');
    });
    expect(await failure(ask(`http://127.0.0.1:${port}`))).toBe('invalid_answer');
  });

  it('is parsed as JSON for any status', async () => {
    const port = await serve((_request, response) => {
      response.writeHead(401, { 'content-type': 'application/problem+json' });
      response.end('{"code":"stale_timestamp"}');
    });
    expect(await ask(`http://127.0.0.1:${port}`)).toMatchObject({
      status: 401,
      text: '{"code":"stale_timestamp"}',
    });
  });

  it('is requested without credentials, compression or identifying headers', async () => {
    let seen: IncomingMessage | undefined;
    const port = await serve((request, response) => {
      seen = request;
      json(request, response);
    });
    process.env.HTTP_PROXY = 'http://127.0.0.1:9';
    process.env.http_proxy = 'http://127.0.0.1:9';
    await ask(`http://127.0.0.1:${port}`, { body: '{}' });
    delete process.env.HTTP_PROXY;
    delete process.env.http_proxy;
    expect(seen?.method).toBe('POST');
    expect(Object.keys(seen?.headers ?? {}).sort()).toEqual([
      'accept',
      'accept-encoding',
      'connection',
      'content-length',
      'content-type',
      'host',
    ]);
    expect(seen?.headers['accept-encoding']).toBe('identity');
  });

  const unusable: [string, Handler, PeerError['code']][] = [
    ['a web page', (_q, r) => r.setHeader('content-type', 'text/html').end('<p>hello'), 'not_a_node'],
    ['no type at all', (_q, r) => r.end('{}'), 'not_a_node'],
    ['an empty body', (_q, r) => r.writeHead(204).end(), 'not_a_node'],
    ['a 404', (_q, r) => r.writeHead(404, { 'content-type': 'application/json' }).end('{}'), 'not_a_node'],
    [
      'an error of a proxy',
      (_q, r) => r.writeHead(502, { 'content-type': 'text/html' }).end(''),
      'unreachable',
    ],
    ['too many requests', (_q, r) => r.writeHead(429, { 'retry-after': '120' }).end(''), 'rate_limited'],
    [
      'a gzip bomb',
      (_q, r) =>
        r
          .writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
          .end(gzipSync(Buffer.alloc(64 * 1024 * 1024, ' '))),
      'not_a_node',
    ],
    [
      'huge JSON with its length',
      (_q, r) => r.setHeader('content-type', 'application/json').end(`[${'0,'.repeat(600_000)}0]`),
      'invalid_answer',
    ],
    [
      'an endless body',
      (_q, r) => {
        r.setHeader('content-type', 'application/json').write('[');
        const more = (): void => {
          while (!r.destroyed && r.write('0,'.repeat(8192)));
        };
        r.on('drain', more);
        more();
      },
      'invalid_answer',
    ],
    ['a disconnect', (_q, r) => r.destroy(), 'unreachable'],
    [
      'half a body',
      (_q, r) =>
        r
          .writeHead(200, { 'content-type': 'application/json', 'content-length': '9' })
          .write('{', () => r.destroy()),
      'unreachable',
    ],
    ['endless headers', (_q, r) => r.writeHead(200, { 'x-much': 'x'.repeat(40_000) }).end(), 'not_a_node'],
  ];
  it.each(unusable)('%s is refused', async (_name, handler, code) => {
    const port = await serve(handler);
    expect(await failure(ask(`http://127.0.0.1:${port}`))).toBe(code);
  });

  it('may contain a delay for the next try', async () => {
    const port = await serve((_q, r) => r.writeHead(429, { 'retry-after': '120' }).end());
    await expect(ask(`http://127.0.0.1:${port}`)).rejects.toMatchObject({
      details: { retryAfterMs: 120_000 },
    });
  });

  it('is not followed when it is a redirect', async () => {
    let reached = false;
    const target = await serve((request, response) => {
      reached = true;
      json(request, response);
    });
    const port = await serve((_q, r) => r.writeHead(307, { location: `http://127.0.0.1:${target}/x` }).end());
    expect(await failure(ask(`http://127.0.0.1:${port}`, { body: '{}' }))).toBe('not_a_node');
    expect(reached).toBe(false);
  });

  it.each<[string, Handler]>([
    ['times out', () => {}],
    [
      'is slow and endless',
      (_q, r) => {
        r.setHeader('content-type', 'application/json').write('[');
        const drip = setInterval(() => r.write(' '), 5);
        r.on('close', () => clearInterval(drip));
      },
    ],
  ])('has one time limit in total: it %s', async (_name, handler) => {
    const port = await serve(handler);
    expect(await failure(ask(`http://127.0.0.1:${port}`, { timeoutMs: 150 }))).toBe('timeout');
  });

  it('is no longer awaited when the node stops', async () => {
    const stopping = new AbortController();
    const port = await serve(() => stopping.abort());
    expect(await failure(ask(`http://127.0.0.1:${port}`, { signal: stopping.signal }))).toBe('unreachable');
  });
});

describe('an unreachable node', () => {
  it('reports an unknown name', async () => {
    const resolve = () => Promise.reject(Object.assign(new Error(), { code: 'ENOTFOUND' }));
    expect(await failure(ask('http://nowhere.example', { resolve }))).toBe('name_not_found');
  });

  it('reports a name that never resolves', async () => {
    const resolve = () => new Promise<never>(() => {});
    expect(await failure(ask('http://slow.example', { resolve, timeoutMs: 100 }))).toBe('timeout');
  });

  it('reports a refused connection', async () => {
    const port = await serve(json);
    for (const close of closers.splice(0)) close();
    expect(await failure(ask(`http://127.0.0.1:${port}`))).toBe('refused');
  });

  it('reports plain http behind https://', async () => {
    const port = await serve(json);
    expect(await failure(ask(`https://127.0.0.1:${port}`))).toBe('tls');
  });

  it('reports another protocol', async () => {
    const server = createTcpServer((socket) => {
      socket.once('data', () => socket.end('500 this is not SMTP\r\n')).on('error', () => {});
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    closers.push(() => server.close());
    const { port } = server.address() as AddressInfo;
    expect(await failure(ask(`http://127.0.0.1:${port}`))).toBe('not_a_node');
  });
});

describe('hosts named by others', () => {
  // biome-ignore format: a table reads better dense
  const notPublic = [
    '127.0.0.1', '127.9.9.9', '0.0.0.0', '0.1.2.3', '10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1',
    '169.254.169.254', '100.64.0.1', '192.0.0.1', '192.0.2.1', '198.51.100.1', '203.0.113.1', '198.18.0.1',
    '192.88.99.1', '224.0.0.1', '239.255.255.255', '240.0.0.1', '255.255.255.255',
    '::', '::1', '::127.0.0.1', '::ffff:127.0.0.1', '::ffff:8.8.8.8', '64:ff9b::7f00:1', '64:ff9b:1::1',
    '2002:7f00:1::', '2001:0:4136:e378:8000:63bf:3fff:fdd2', 'fe80::1', 'fec0::1', 'fc00::1', 'fd12:3456::1',
    'ff02::1', '2001:db8::1', '3fff::1', '100::1', '::ffff:0:127.0.0.1', '4000::1', 'not an address',
  ];
  it.each(notPublic)('are not connected to at %s', async (address) => {
    const resolve = async () => [{ address, family: address.includes(':') ? 6 : 4 }];
    expect(await failure(ask('http://named.example:9', { guard: forLearned, resolve }))).toBe(
      'address_not_allowed',
    );
  });

  it.each([
    'http://127.0.0.1:9',
    'http://0x7f.1:9',
    'http://2130706433:9',
    'http://0177.0.0.1:9',
    'http://127.1:9',
    'http://[::1]:9',
    'http://[::ffff:7f00:1]:9',
    'http://[::ffff:127.0.0.1]:9',
    'http://0:9',
    'http://169.254.169.254',
    'http://１２７.0.0.1:9',
  ])('are not connected to by the literal %s', async (origin) => {
    const resolve = () => Promise.reject(new Error('a literal is never looked up'));
    expect(await failure(ask(origin, { guard: forLearned, resolve }))).toBe('address_not_allowed');
  });

  it('are connected to only at their allowed addresses', async () => {
    const port = await serve(json, '127.0.0.2');
    const decoy = await serve(json, '127.0.0.1').catch(() => undefined);
    expect(decoy).toBeDefined();
    const guard = (address: string): void => {
      if (address !== '127.0.0.2') forLearned(address);
    };
    const connected: string[] = [];
    const resolve = async () => {
      connected.push('asked');
      return ['10.0.0.1', '127.0.0.2', '::1'].map((address) => ({
        address,
        family: address === '::1' ? 6 : 4,
      }));
    };
    expect(await ask(`http://named.example:${port}`, { guard, resolve })).toMatchObject({ status: 200 });
    expect(connected).toEqual(['asked']);
  });

  it('are resolved once, so that DNS rebinding cannot reach a private address', async () => {
    let reached = false;
    const port = await serve((request, response) => {
      reached = true;
      json(request, response);
    });
    const guard = (address: string): void => {
      if (address !== '127.0.0.2') forLearned(address);
    };
    let lookups = 0;
    const resolve = async () => {
      lookups++;
      return [{ address: lookups === 1 ? '127.0.0.2' : '127.0.0.1', family: 4 }];
    };
    expect(await failure(ask(`http://rebind.example:${port}`, { guard, resolve }))).toBe('refused');
    expect({ lookups, reached }).toEqual({ lookups: 1, reached: false });
  });

  it('are connected to anywhere if local addresses are allowed', async () => {
    const port = await serve(json);
    const guard = policy(true).learned;
    expect(await ask(`http://127.0.0.1:${port}`, { guard })).toMatchObject({ status: 200 });
  });

  it('share a request limit per address, whatever their names', () => {
    const time = { now: 0 };
    const { learned } = new AddressPolicy({ allowPrivateHosts: false, clock: () => time.now });
    for (let i = 0; i < 8; i++) learned('203.0.114.1');
    expect(() => learned('203.0.114.1')).toThrow(expect.objectContaining({ code: 'rate_limited' }));
    expect(() => learned('203.0.114.2')).not.toThrow();
    for (let i = 0; i < 8; i++) learned(`2a00:1450:4001:81b::${i}`);
    expect(() => learned('2a00:1450:4001:81b:ffff::1')).toThrow();
    time.now += 60_000;
    expect(() => learned('203.0.114.1')).not.toThrow();
  });
});

it('connects to a private address of a host that the owner named', async () => {
  const port = await serve(json);
  expect(await ask(`http://localhost:${port}`)).toMatchObject({ status: 200 });
});
