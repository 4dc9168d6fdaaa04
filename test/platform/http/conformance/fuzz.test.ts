import { readdirSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { problems } from '../../../../src/contract/problems.ts';
import { openApi } from '../../../../src/platform/http/openapi/openapi-document.ts';
import { contractsIn } from '../../../support/http/documented-problems.ts';
import {
  codesOf,
  type Described,
  DocumentSchemas,
  type OpenApiDocument,
  operationsOf,
  responseOf,
} from '../../../support/http/openapi-document.ts';
import { rawMessage } from '../../../support/http/raw-message.ts';
import { type RawAnswer, rawRequest } from '../../../support/http/raw-request.ts';
import {
  type ArbitraryCall,
  arbitraryCall,
  arbitraryHandshake,
} from '../../../support/node/arbitrary-calls.ts';
import { startWorld } from '../../../support/node/conformance-fixture.ts';
import { randomRuns } from '../../../support/random-runs.ts';

/**
 * Sends malformed requests. The node must respond as documented, disclose no internals and leave nothing
 * open. ALCOVE_FUZZ_SEED repeats a run.
 */

const seed = Number(process.env.ALCOVE_FUZZ_SEED ?? Date.now() % 2 ** 31);
console.info(`ALCOVE_FUZZ_SEED=${seed}`);

/** Longer than any limit of the listener for these requests. */
const hangs = 20_000;

const world = await startWorld();
const { node, dataDir, sessionToken } = world.open;
const nodeDocument = (await (await world.open.ask('/api/openapi.json')).json()) as OpenApiDocument;
const session = (await world.session()).token;
const toBeEnded = (await world.session()).token;
afterAll(() => world.stop());

/** These connect to other programs, or change what other requests need: the process, settings, folders. */
const untested = [
  /^\/local\/(practice|restart|settings|self-test|session)/,
  /^\/local\/(peers|subscriptions|sync|share-hosts|transfers)/,
  /^\/local\/(chain\/(check|faucet)|orders|library|storage\/move|recovery\/restore)/,
  // Shows the data folder, which no other response contains.
  /^\/local\/storage$/,
  /^\/local\/content\/\{id\}\/(shares|encryption)/,
];

const localContracts = (await contractsIn('dashboard-api')).filter(
  ([, { path }]) => !untested.some((pattern) => pattern.test(path)),
);
const localDocument = openApi(Object.fromEntries(localContracts)) as unknown as OpenApiDocument;
const schemas = new Map(
  [nodeDocument, localDocument].map((document) => [document, new DocumentSchemas(document)]),
);

/** While the node waits for a wallet, its connection to the bridge stays open. */
const keepsConnections = /tonconnect|\/connection/;

/** Signs of internals: stacks, paths, SQL statements. */
const inside = new RegExp(
  [
    String.raw`\n\s+at `,
    'node_modules',
    String.raw`\.(ts|js):\d+`,
    'SQLITE|SqliteError|UNIQUE constraint|SELECT |INSERT INTO',
    'ENOENT|EACCES|EISDIR|ENAMETOOLONG',
    'TypeError|RangeError|ReferenceError|Cannot read prop',
    dataDir,
    process.cwd(),
  ].join('|'),
);

/** The number of open file descriptors of this process. */
const openFiles = () => readdirSync('/proc/self/fd').length;
const filesIn = (folder: string) => readdirSync(join(dataDir, folder));

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Unfinished resumable uploads that the node lists. */
const begun = new Set<string>();

function expectDecent({ operation, method }: Described, document: OpenApiDocument, answer: RawAnswer): void {
  const text = answer.body.toString('utf8');
  expect(answer.headers['x-request-id']).toMatch(/^[\w-]{12}$/);
  const type = answer.headers['content-type'] ?? '';
  if (answer.status >= 400) expect(answer.status === 503 || answer.status < 500, text).toBe(true);
  if (answer.status >= 400 && method !== 'HEAD') {
    expect(type).toBe('application/problem+json');
    expect(text).not.toMatch(inside);
    const problem = answer.json() as { code: keyof typeof problems; status: number };
    expect(problem.status).toBe(answer.status);
    const documented = [String(answer.status), 'default'].flatMap((status) =>
      codesOf(responseOf(document, operation, status) ?? { description: '' }),
    );
    const guards = document === nodeDocument ? [] : ['unauthorized', 'origin_not_allowed'];
    expect([...documented, ...guards], text).toContain(problem.code);
  }
  if (answer.status >= 200 && answer.status < 300 && type.startsWith('application/json')) {
    expect(text).not.toMatch(inside);
    const response = responseOf(document, operation, String(answer.status));
    const schema = response?.content?.['application/json']?.schema;
    if (schema && method !== 'HEAD') {
      expect(schemas.get(document)?.errors(schema, answer.json())).toEqual([]);
    }
    const { upload_id } = answer.json();
    if (typeof upload_id === 'string') begun.add(upload_id);
  }
}

const send = (base: string, method: string, { path, headers, body }: ArbitraryCall) =>
  rawRequest(base + path, {
    method,
    // Node.js announces no length for a GET body.
    headers: { ...headers, ...(body ? { 'Content-Length': String(body.length) } : {}) },
    signal: AbortSignal.timeout(hangs),
    ...(body ? { body } : {}),
  });

const apis = [
  { api: 'node API', document: nodeDocument, base: node.nodeUrl, tokens: [world.token, session], runs: 60 },
  {
    api: 'dashboard API',
    document: localDocument,
    base: node.dashboardUrl,
    tokens: [sessionToken],
    runs: 30,
  },
] as const;

describe.each(apis)('the $api', ({ document, base, tokens, runs }) => {
  const operations = operationsOf(document).filter(({ operation }) => !operation['x-alias-of']);
  // Other cases need their tokens afterwards.
  const tokensFor = ({ path }: Described) => (path.endsWith('logout') ? [toBeEnded] : tokens);

  it.each(operations)('answers random requests to $name as documented', async (described) => {
    await fc.assert(
      fc.asyncProperty(arbitraryCall(document, described, tokensFor(described)), async (call) => {
        expectDecent(described, document, await send(base, described.method, call));
      }),
      { seed, numRuns: randomRuns(runs) },
    );
  });

  it('leaks no sockets, files or memory', async () => {
    const quick = operations.filter(({ path }) => !keepsConnections.test(path));
    const round = async () => {
      for (const described of quick) {
        for (const call of fc.sample(arbitraryCall(document, described, tokensFor(described)), {
          seed,
          numRuns: randomRuns(15),
        })) {
          expectDecent(described, document, await send(base, described.method, call));
        }
      }
      await socketsAre(before);
      collectGarbage();
      return { files: openFiles(), heap: process.memoryUsage().heapUsed };
    };
    const before = sockets();
    const first = await round();
    const second = await round();
    await until(() => openFiles() <= first.files);
    expect(second.heap - first.heap).toBeLessThan(20_000_000);
    expect(filesIn('incoming')).toEqual([]);
    expect(filesIn('uploads').filter((file) => !begun.has(file.replace(/\..*$/, '')))).toEqual([]);
  });
});

const sockets = (): number =>
  process.getActiveResourcesInfo().filter((resource) => resource === 'TCPSocketWrap').length;

/** Resolves when this process has no more open connections than before. The client side is closed already. */
async function socketsAre(before: number): Promise<void> {
  await until(() => sockets() <= before);
}

async function until(condition: () => boolean): Promise<void> {
  const deadline = Date.now() + hangs;
  while (!condition() && Date.now() < deadline) await new Promise((resolve) => setImmediate(resolve));
  expect(condition()).toBe(true);
}

/** Sends the first bytes of an upload in pieces, then disconnects. */
function breakOff(headers: Record<string, string>, body: Buffer, at: number): Promise<void> {
  const sent = request(`${node.nodeUrl}/api/v1/storage`, {
    method: 'POST',
    headers: { Authorization: world.token, ...headers },
    agent: false,
  });
  return new Promise((resolve) => {
    // The node may refuse it before the disconnect.
    sent.on('error', () => {}).on('response', (answer) => answer.resume());
    sent.once('close', resolve);
    sent.write(body.subarray(0, at / 2));
    sent.write(body.subarray(at / 2, at), () => setImmediate(() => sent.destroy()));
  });
}

it('keeps nothing of interrupted uploads', async () => {
  const before = sockets();
  const form = { 'Content-Type': 'multipart/form-data; boundary=b' };
  const upload = fc.record({
    size: fc.integer({ min: 1, max: 900_000 }),
    share: fc.double({ min: 0, max: 1, noNaN: true }),
    headers: fc.constantFrom<Record<string, string>>(
      {},
      form,
      { ...form, 'Content-Digest': 'sha-256=:AAAA:' },
      { 'Transfer-Encoding': 'chunked' },
      { 'X-Chunk-Start': '0', 'X-Last-Chunk': '1' },
      { 'Repr-Digest': 'sha-256=:AAAA:' },
    ),
  });
  await fc.assert(
    fc.asyncProperty(upload, async ({ size, share, headers }) => {
      const head = '--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n';
      const body = Buffer.concat([Buffer.from(head), Buffer.alloc(size, 'x')]);
      const length = { 'Content-Length': String(body.length + 1) };
      await breakOff(
        'Transfer-Encoding' in headers ? headers : { ...headers, ...length },
        body,
        size * share,
      );
    }),
    { seed, numRuns: randomRuns(60) },
  );
  await socketsAre(before);
  await until(() => filesIn('incoming').length === 0);
});

it('answers every correctly signed handshake', async () => {
  const described = operationsOf(nodeDocument).find(({ name }) => name === 'POST /api/v1/network.handshake');
  if (!described) throw new Error('There is no handshake.');
  await fc.assert(
    fc.asyncProperty(arbitraryHandshake, async (body) => {
      const response = await send(node.nodeUrl, 'POST', { path: described.path, headers: {}, body });
      expectDecent(described, nodeDocument, response);
      expect(response.json()).toHaveProperty('server_signature');
    }),
    { seed, numRuns: randomRuns(100) },
  );
});

describe('malformed bytes', () => {
  const message = [
    'POST /api/v1/storage HTTP/1.1',
    'Host: localhost',
    `Authorization: Bearer ${world.token}`,
    'Content-Type: application/octet-stream',
    'Content-Length: 5',
    'Connection: close',
    '',
    'hello',
  ].join('\r\n');

  /** A valid message with some bytes replaced, removed, repeated or inserted. */
  const damaged = fc
    .array(
      fc.record({
        at: fc.nat(message.length - 1),
        cut: fc.nat(8),
        put: fc.oneof(
          fc.constantFrom(
            '',
            '\r\n',
            '\n',
            '\r',
            '\0',
            ' ',
            ':',
            'Transfer-Encoding: chunked\r\n',
            '\r\n\r\n',
          ),
          fc.string({ unit: 'binary-ascii', maxLength: 6 }),
        ),
      }),
      { minLength: 1, maxLength: 4 },
    )
    .map((changes) =>
      changes.reduce((text, { at, cut, put }) => text.slice(0, at) + put + text.slice(at + cut), message),
    );

  it.each(apis)('are answered or refused by the $api', async ({ base }) => {
    const before = sockets();
    await fc.assert(
      fc.asyncProperty(damaged, async (text) => {
        const answer = await rawMessage(base, text, hangs);
        // A truncated message gets no response.
        if (Number.isNaN(answer.status)) return;
        expect(answer.status === 501 || answer.status < 500, String(answer.status)).toBe(true);
        expect(answer.headers['x-request-id']).toMatch(/^[\w-]{12}$/);
      }),
      { seed, numRuns: randomRuns(150) },
    );
    await socketsAre(before);
  });
});

it('the node works normally after all malformed requests', async () => {
  const { services } = (await (await world.open.ask('/api/v1/node')).json()) as {
    services: Record<string, { status: string }>;
  };
  expect(services.api?.status).toBe('ok');
  expect(services.storage?.status).toBe('ok');
  // The node may still be ending requests whose connections were lost.
  await expect.poll(() => filesIn('incoming')).toEqual([]);
});
