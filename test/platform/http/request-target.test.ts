import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Address } from '@ton/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseTarget } from '../../../src/platform/http/endpoint/request-target.ts';
import { arbitraryTarget } from '../../support/node/arbitrary-targets.ts';
import { randomRuns } from '../../support/random-runs.ts';

const id = 'bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku';

/** undefined if it is refused. */
function parsed(text: string, method = 'GET'): ReturnType<typeof parseTarget> | undefined {
  try {
    return parseTarget(text, method);
  } catch (error) {
    expect(error).toMatchObject({ code: 'invalid_request' });
    return undefined;
  }
}

describe('a request target', () => {
  it.each<[what: string, target: string]>([
    ['a dot segment', '/viewer/../local/overview'],
    ['an encoded dot segment', '/viewer/%2E%2e/local/overview'],
    ['a single dot as a segment', '/api/./v1/node'],
    ['an empty segment', '//local/overview'],
    ['an empty segment in the middle', '/api//v1/node'],
    ['an empty segment at the end', '/api/v1/node//'],
    ['a backslash', `/api/v1\\storage/${id}`],
    ['a fragment', `/api/v1/storage/${id}#?access=x`],
    ['a control character', `/api/v1/storage/${id}%00`],
    ['a control character without encoding', '/api/v1/\tnode'],
    ['a space', '/api/v1/node x'],
    ['bytes without encoding', '/api/v1/n\xf6de'],
    ['an invalid escape', '/api/v1/n%6'],
    ['bytes that are not UTF-8', '/api/v1/n%c0%af'],
    ['an invalid escape in its query', `/api/v1/storage/${id}?access=%zz`],
    ['a duplicate parameter', `/api/v1/storage/${id}?access=x&access=y`],
    ['a duplicate parameter in two spellings', `/api/v1/storage/${id}?access=x&%61ccess=y`],
    ['no path', 'api/v1/node'],
    ['nothing', ''],
    ['another scheme', 'ftp://localhost/api/v1/node'],
    ['a user in its host', 'http://localhost@evil.example.org/api/v1/node'],
    ['no host', 'http:///api/v1/node'],
    ['an asterisk with another method than OPTIONS', '*'],
  ])('is refused with %s', (_what, target) => {
    expect(parsed(target)).toBeUndefined();
  });

  it.each<[target: string, segments: string[], query: Record<string, string>, authority?: string]>([
    ['/', [], {}],
    ['/api/v1/node/', ['api', 'v1', 'node'], {}],
    ['/API/v1/node', ['API', 'v1', 'node'], {}],
    ['/local%2Foverview', ['local/overview'], {}],
    ['/x/..%2f..%5clocal', ['x', '../..\\local'], {}],
    ['/api/v1/n%6fde?', ['api', 'v1', 'node'], {}],
    [`/s/${id};access=x`, ['s', `${id};access=x`], {}],
    [`/s/${id}?download=1?&access=x`, ['s', id], { download: '1?', access: 'x' }],
    [`/s/${id}?a=1?access=x`, ['s', id], { a: '1?access=x' }],
    [`/s/${id}?a;access=x`, ['s', id], { 'a;access': 'x' }],
    ['/s?q=a+b%2Bc%26d', ['s'], { q: 'a b+c&d' }],
    ['/s?__proto__=x', ['s'], JSON.parse('{"__proto__":"x"}')],
    ['http://localhost:8471?a=b', [], { a: 'b' }, 'localhost:8471'],
    ['HTTPS://localhost/api/v1/node', ['api', 'v1', 'node'], {}, 'localhost'],
  ])('%s is parsed', (target, segments, query, authority) => {
    expect(parsed(target)).toEqual({
      ...{ segments, query, authority },
      path: `/${segments.map(encodeURIComponent).join('/')}`,
    });
  });

  it('may have a TON address in base64 with encoded slashes', () => {
    const address = new Address(0, Buffer.alloc(32, 255)).toString({ urlSafe: false });
    expect(address).toContain('/');
    const target = `/api/v1/content.view/${encodeURIComponent(address)}`;
    expect(parsed(target)?.segments).toEqual(['api', 'v1', 'content.view', address]);
  });

  it('is an asterisk only for OPTIONS', () => {
    expect(parsed('*', 'OPTIONS')).toMatchObject({ path: '*', query: {} });
  });

  it('is normalized like a URL, and its path parses to itself', () => {
    fc.assert(
      fc.property(arbitraryTarget([id]), (target) => {
        const read = parsed(target);
        if (!read) return;
        const { segments, path, query, authority } = read;
        const url = new URL(target, 'http://localhost');
        const seen = url.pathname.replace(/\/$/, '').split('/').slice(1);
        expect(segments).toEqual(seen.map(decodeURIComponent));
        expect(Object.entries(query).sort()).toEqual([...url.searchParams].sort());
        if (authority !== undefined) expect(url.host).toBe(new URL(`http://${authority}`).host);
        expect(parsed(path)).toEqual({ segments, path, query: {}, authority: undefined });
      }),
      { numRuns: randomRuns(3000) },
    );
  });

  it('is parsed in one place', () => {
    const root = fileURLToPath(new URL('../../../src', import.meta.url));
    const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.ts'),
    );
    const readers = files.filter((name) =>
      /\b(request|req)\.(originalUrl|url)\b|\{[^}]*\burl\b[^}]*\}: IncomingMessage/.test(
        readFileSync(join(root, name), 'utf8'),
      ),
    );
    // The command line’s socket, the embedded chain’s server and health checks have a few fixed paths of their own.
    expect(readers.sort()).toEqual([
      'app/http/control-server.ts',
      'app/http/health.ts',
      'features/chain/embedded/listener.ts',
      'platform/http/endpoint/request-target.ts',
    ]);
  });
});
