import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FetchingNode, startFetchingNode } from '../../support/http/fetching-node.ts';
import { rawMessage, type WireAnswer } from '../../support/http/raw-message.ts';
import { arbitraryTarget } from '../../support/node/arbitrary-targets.ts';
import { randomBytes } from '../../support/random-bytes.ts';
import { randomRuns } from '../../support/random-runs.ts';

/**
 * Sends requests of a page of another site to a private node on the same computer or home network, with
 * targets that guard and router may parse differently. The page must read nothing, and the node must fetch
 * nothing for it. ALCOVE_FUZZ_SEED repeats a run.
 */

const seed = Number(process.env.ALCOVE_FUZZ_SEED ?? Date.now() % 2 ** 31);
console.info(`ALCOVE_FUZZ_SEED=${seed}`);

type Headers = Record<string, string>;

let world: FetchingNode;
beforeAll(async () => {
  world = await startFetchingNode({ http: { host_names: ['alcove.home'], allowed_origins: [] } });
});
afterAll(() => world.stop());

/** One message, byte for byte. */
const send = (base: string, method: string, target: string, headers: Headers): Promise<WireAnswer> =>
  rawMessage(
    base,
    [
      `${method} ${target} HTTP/1.1`,
      ...Object.entries({ Host: 'localhost', Connection: 'close', ...headers }).map(
        ([name, value]) => `${name}: ${value}`,
      ),
      '',
      '',
    ].join('\r\n'),
  );

const nodeApi = () => world.own.node.nodeUrl;
const localApi = () => world.own.node.dashboardUrl;

/** The headers of a browser for a page of another site. */
const pages: [what: string, headers: Headers][] = [
  ['a script of another site', { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example.org' }],
  ['a frame of another site without an origin', { 'Sec-Fetch-Site': 'cross-site', Origin: 'null' }],
  ['a picture on another site', { 'Sec-Fetch-Site': 'cross-site' }],
  [
    'a script of another site in a browser without Sec-Fetch-Site',
    { Host: 'alcove.home', Origin: 'http://evil.example.org' },
  ],
  [
    'a picture on another site in a browser without Sec-Fetch-Site',
    { Host: 'alcove.home', Referer: 'http://evil.example.org/page' },
  ],
  ['a page of the same domain', { Host: 'alcove.home', 'Sec-Fetch-Site': 'same-site' }],
  ['a page that hides its origin', { Origin: 'null' }],
];

/** Responses that pages of every site may read. */
const documents = ['manifest.json', 'metadata.json', '.png'];

function mayReadAll(target: string): boolean {
  const { pathname } = new URL(target, 'http://localhost');
  return documents.some((ending) => pathname.replace(/\/$/, '').endsWith(ending));
}

function expectRefused(answer: WireAnswer, target: string): void {
  expect(answer.body, target).not.toContain(world.secret.text);
  expect(answer.headers['access-control-allow-origin'], target).toBeUndefined();
  expect([400, 403, 421, 431], target).toContain(answer.status);
}

/**
 * @param id stored on this node, or only on the other one
 * @param link a parameter that is valid for another content
 */
const attacks = (id: string, link: string, { Host = 'localhost' }: Headers): string[] => [
  `/api/v1/storage/${id}`,
  `/api/v1/storage/${id}?access=x`,
  `/api/v1/storage/${id}?access=`,
  `/api/v1/storage/${id}?access`,
  `/api/v1/storage/${id}?download=1?&access=x`,
  `/api/v1/storage/${id}?x?access=x`,
  `/api/v1/storage/${id}??access=x`,
  `/api/v1/storage/${id}?x=1&access=x`,
  `/api/v1/storage/${id}?access=x&access=y`,
  `/api/v1/storage/${id}?access=${link}`,
  `/api/v1/storage/${id}?access=x&access=${link}`,
  `/api/v1/storage/${id}?access=${link}&access=x`,
  `/api/v1/storage/${id}?%61ccess=x`,
  `/api/v1/storage/${id}?ACCESS=x`,
  `/api/v1/storage/${id}?access[]=x`,
  `/api/v1/storage/${id}?x;access=x`,
  `/api/v1/storage/${id};access=x`,
  `/api/v1/storage/${id}%3faccess=x`,
  `/api/v1/storage/${id}#?access=x`,
  `/api/v1/storage/${id}/?access=x`,
  `/api/v1/storage/${id}//?access=x`,
  `/api/v1/storage/${id}/.?access=x`,
  `/api/v1/storage/${id}%00?access=x`,
  `/api/v1/storage/${id}\\?access=x`,
  `/api/v1/storage/./${id}?access=x`,
  `/api/v1/storage/x/../${id}?access=x`,
  `/api/v1/storage/%2e/${id}?access=x`,
  `/api/v1/storage%2f${id}?access=x`,
  `//api/v1/storage/${id}?access=x`,
  `/api//v1/storage/${id}?access=x`,
  `/%61pi/v1/storage/${id}?access=x`,
  `/API/v1/storage/${id}?access=x`,
  `/api/tonconnect-manifest.json/../v1/storage/${id}`,
  `/api/tonconnect-manifest.json%2f..%2fv1%2fstorage%2f${id}`,
  `/api/tonconnect-manifest.json/%2e%2e/v1/storage/${id}`,
  `/api/v1/storage/${id}?/api/tonconnect-manifest.json`,
  `http://${Host}/api/v1/storage/${id}?access=x`,
  `http://${Host}/api/v1/storage/${id}?download=1?&access=x`,
  `http://evil.example.org/api/v1/storage/${id}?access=x`,
  `http://${Host}@evil.example.org/api/v1/storage/${id}?access=x`,
  `/api/v1/storage/${id}?access=${'x'.repeat(5000)}`,
  `/api/v1/storage/${id}?${'x'.repeat(20_000)}&access=x`,
];

/** The query of a link to another content of this node, valid for that content only. */
async function linkToAnother(): Promise<string> {
  const response = await world.own.askLocal('/local/content', { method: 'POST', body: randomBytes(20) });
  const { content } = (await response.json()) as { content: { content_id: string } };
  const opened = await world.own.askLocal(`/local/content/${content.content_id}/access-link`);
  return new URL(((await opened.json()) as { url: string }).url).searchParams.get('access') as string;
}

describe.each(pages)('%s', (_what, headers) => {
  it.each(['GET', 'HEAD', 'POST', 'OPTIONS'])('gives no bytes and causes no fetch for %s', async (method) => {
    const link = await linkToAnother();
    const remote = world.remoteId();
    for (const id of [world.secret.id, world.secret.hex, world.secret.hex.toUpperCase(), remote]) {
      for (const target of attacks(id, link, headers))
        expectRefused(await send(nodeApi(), method, target, headers), target);
    }
    expect(await world.asked()).not.toContain(remote);
  });

  it('answers no preflight for what an address alone does not open', async () => {
    const link = await linkToAnother();
    for (const asked of ['GET', 'DELETE']) {
      for (const target of attacks(world.secret.id, link, headers)) {
        const preflight = {
          ...headers,
          Origin: headers.Origin ?? 'null',
          'Access-Control-Request-Method': asked,
        };
        expectRefused(await send(nodeApi(), 'OPTIONS', target, preflight), target);
      }
    }
  });
});

it('grants no access and causes no fetch for an invalid link', async () => {
  const remote = world.remoteId();
  for (const access of ['x', '', await linkToAnother(), '9'.repeat(600)]) {
    for (const id of [world.secret.id, remote]) {
      const response = await send(nodeApi(), 'GET', `/api/v1/storage/${id}?access=${access}`, {});
      expect(response.json()).toMatchObject({ status: 403, code: 'access_invalid' });
    }
  }
  expect(await world.asked()).not.toContain(remote);
});

it('opens the linked content for a page without an origin, read-only', async () => {
  const opened = await world.own.askLocal(`/local/content/${world.secret.id}/access-link`);
  const { pathname, search } = new URL(((await opened.json()) as { url: string }).url);
  const [, frame] = pages[1] as (typeof pages)[number];
  const ask = (method: string, more: Headers = {}) =>
    send(nodeApi(), method, pathname + search, { ...frame, ...more });
  const response = await ask('GET');
  expect([response.body, response.headers['access-control-allow-origin']]).toEqual([world.secret.text, '*']);
  expect((await ask('HEAD')).status).toBe(200);
  expect((await ask('OPTIONS', { 'Access-Control-Request-Method': 'GET' })).status).toBe(204);
  expect((await ask('OPTIONS', { 'Access-Control-Request-Method': 'DELETE' })).status).toBe(403);
  expect((await ask('DELETE')).json()).toMatchObject({ code: 'cross_site' });
  expect((await ask('POST')).json()).toMatchObject({ code: 'cross_site' });
  const moved = pathname.replace(world.secret.id, world.secret.hex);
  expect((await send(nodeApi(), 'GET', moved + search, frame)).body).toBe(world.secret.text);
});

it('accepts requests of local programs and pages as before', async () => {
  const target = `/api/v1/storage/${world.secret.id}`;
  const askers: Headers[] = [
    {},
    { Host: 'alcove.home' },
    { 'Sec-Fetch-Site': 'none' },
    { 'Sec-Fetch-Site': 'same-origin' },
    { 'Sec-Fetch-Site': 'same-site' },
    { 'Sec-Fetch-Site': 'cross-site', Origin: 'http://127.0.0.1:5173' },
    { Host: 'alcove.home:8471', Origin: 'http://alcove.home:8471' },
    { Host: 'alcove.home', Referer: 'https://alcove.home/page' },
    { Referer: 'http://localhost:5173/page' },
  ];
  for (const headers of askers) {
    expect((await send(nodeApi(), 'GET', target, headers)).body, JSON.stringify(headers)).toBe(
      world.secret.text,
    );
  }
  const neighbour = { Host: 'alcove.home:8471', Origin: 'http://alcove.home:3000' };
  expect((await send(nodeApi(), 'GET', target, neighbour)).json()).toMatchObject({ code: 'cross_site' });
});

describe('unusual request targets', () => {
  it('a page of another site reads no more than guard and router both allow', async () => {
    const [remote, ids] = [world.remoteId(), [world.secret.id, world.secret.hex]];
    await fc.assert(
      fc.asyncProperty(
        arbitraryTarget([...ids, remote]),
        fc.constantFrom(...pages),
        fc.constantFrom('GET', 'GET', 'HEAD', 'POST', 'OPTIONS'),
        async (target, [, headers], method) => {
          // The host in a target also names the recipient, and only this one has another.
          fc.pre(headers.Host === undefined || !/^https?:/i.test(target));
          const response = await send(nodeApi(), method, target, headers);
          expect(response.body).not.toContain(world.secret.text);
          if (response.status < 300 || response.headers['access-control-allow-origin'] !== undefined) {
            expect(mayReadAll(target), `${method} ${target}`).toBe(true);
          }
        },
      ),
      { seed, numRuns: randomRuns(600) },
    );
    expect(await world.asked()).not.toContain(remote);
  });

  it('a program gets the content that an independent URL parser finds in them, or a refusal', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryTarget([world.secret.id, world.secret.hex]), async (target) => {
        const response = await send(nodeApi(), 'GET', target, {});
        if (response.status !== 200) {
          expect([204, 400, 404, 405, 421, 431, 403], target).toContain(response.status);
          return;
        }
        const { pathname, searchParams, hostname } = new URL(target, 'http://localhost');
        const path = decodeURIComponent(pathname).replace(/\/$/, '');
        expect(['localhost', '127.0.0.1']).toContain(hostname);
        if (response.body !== world.secret.text) return;
        expect([world.secret.id, world.secret.hex].map((id) => `/api/v1/storage/${id}`)).toContain(path);
        expect(searchParams.has('access')).toBe(false);
        const isFile = /^attachment/.test(response.headers['content-disposition'] ?? '');
        expect(isFile).toBe(searchParams.get('download') === '1');
      }),
      { seed, numRuns: randomRuns(600) },
    );
  });
});

describe('the dashboard API', () => {
  const targets = [
    ...['/local/overview', '/local/overview/', '/local/overview?x', '/LOCAL/overview', '/Local/Overview'],
    ...[
      '//local/overview',
      '///local/overview',
      '/./local/overview',
      '/x/../local/overview',
      '/%2e/local/overview',
    ],
    ...[
      '/local%2foverview',
      '/local%2Foverview',
      '/%6cocal/overview',
      '/local//overview',
      '/local/./overview',
    ],
    ...['/viewer/../local/overview', '/viewer/%2e%2e/local/overview', '/viewer%2f..%2flocal%2foverview'],
    ...[
      '/viewer\\..\\local\\overview',
      '/local\\overview',
      '/local;/overview',
      '/local/overview;x',
      '/local/overview%00',
    ],
    ...[
      '?/local/overview',
      '/?/local/overview',
      '/#/local/overview',
      '*',
      'local/overview',
      '/viewer/?/local/overview',
    ],
  ];
  const answered = (answer: WireAnswer, target: string) => {
    expect(answer.body, target).not.toContain('public_key');
    expect(answer.headers['content-type'] ?? '', target).not.toBe('application/json; charset=utf-8');
    expect(answer.headers['access-control-allow-origin'], target).toBeUndefined();
  };
  const key = () => ({ Authorization: `Bearer ${world.own.sessionToken}` });

  it('returns nothing without its key, for any request', async () => {
    const port = new URL(localApi()).port;
    const all = [...targets, ...targets.map((target) => `http://127.0.0.1:${port}${target}`)];
    for (const target of all) answered(await send(localApi(), 'GET', target, {}), target);
    await fc.assert(
      fc.asyncProperty(arbitraryTarget(['']), async (target) => {
        answered(await send(localApi(), 'GET', target, {}), target);
      }),
      { seed, numRuns: randomRuns(300) },
    );
    const response = await send(localApi(), 'GET', `http://127.0.0.1:${port}/local/overview`, key());
    expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
  });

  it('returns nothing to a page of another origin, even with the key', async () => {
    for (const target of targets) {
      for (const Origin of ['null', 'https://evil.example.org', nodeApi()]) {
        answered(await send(localApi(), 'GET', target, { ...key(), Origin }), `${Origin} ${target}`);
      }
    }
    await fc.assert(
      fc.asyncProperty(arbitraryTarget(['']), async (target) => {
        answered(await send(localApi(), 'GET', target, { ...key(), Origin: 'null' }), target);
      }),
      { seed, numRuns: randomRuns(300) },
    );
  });

  it('reads the host name of an absolute target', async () => {
    const response = await send(localApi(), 'GET', 'http://evil.example.org/local/overview', key());
    expect(response.json()).toMatchObject({ code: 'misdirected_request' });
    const mixed = await send(localApi(), 'GET', 'http://localhost/local/overview', {
      ...key(),
      Host: 'evil.example.org',
      Origin: 'http://evil.example.org',
    });
    expect(mixed.json()).toMatchObject({ code: 'origin_not_allowed' });
  });
});
