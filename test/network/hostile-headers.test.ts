import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { controlClient } from '../../src/cli/control-client.ts';
import { getPeers } from '../../src/contract/dashboard-api/peers.ts';
import { version } from '../../src/core/version.ts';
import { type AnsweringNode, startAnsweringNode } from '../peers/support/answering-node.ts';
import { type RawAnswer, rawRequest } from '../support/http/raw-request.ts';
import { temporaryFolder } from '../support/node/start-test-node.ts';
import { MortalNode } from './support/mortal-node.ts';

/** The time limit after which a node counts as hung. */
const deadlineMs = 30_000;

/** Texts that a backtracking grammar can match in exponentially many ways, all of which fail. */
const manyWays: [string, string][] = [
  ['spaces between parameters', `a/a${'; '.repeat(60)}"`],
  ['parameters without an end', `a/a${'; a=a'.repeat(40)}"`],
  ['a string of escapes', `a/a; a="${'\\a'.repeat(110)}`],
  ['one space after the other', `a/a;${' '.repeat(240)}"`],
];
const unknownType = 'application/octet-stream';

let dataDir: string;
let peer: AnsweringNode;
let alcove: MortalNode;
let token: string;

beforeAll(async () => {
  dataDir = temporaryFolder();
  peer = await startAnsweringNode();
  peer.version = version;
  // In a process of its own, because a hung one would hang the test.
  alcove = new MortalNode(dataDir, ['--set', `network.bootstrap=${peer.host}`]);
  await alcove.start();
  token = (await controlClient(dataDir).createToken({ name: 'test', scopes: ['storage:write'] })).token;
});
afterAll(async () => {
  await alcove.kill();
  await peer.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const signal = () => AbortSignal.timeout(deadlineMs);

function upload(headers: Record<string, string>, body: string): Promise<RawAnswer> {
  return rawRequest(`${alcove.nodeUrl}/api/v1/storage`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, ...headers },
    body,
    signal: signal(),
  });
}

/** Status, type and bytes of a content, which comes from the other node if it is not stored. */
async function read(bytes: string): Promise<unknown[]> {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const { status, headers, body } = await rawRequest(`${alcove.nodeUrl}/api/v1/storage/${sha256}`, {
    headers: { Authorization: `Bearer ${token}` },
    signal: signal(),
  });
  return [status, headers['content-type'], body.toString()];
}

it.each(manyWays)('parses %s quickly as the type of an upload', async (name, type) => {
  expect((await upload({ 'Content-Type': type }, name)).status).toBe(201);
  expect(await read(name)).toEqual([200, unknownType, name]);
});

it.each(manyWays)('parses %s quickly as a type within a form', async (name, type) => {
  const bytes = `${name} in a form`;
  const body = [
    '--b\r\nContent-Disposition: form-data; name="file"; filename="a"',
    `Content-Type: ${type}\r\n\r\n${bytes}\r\n--b--\r\n`,
  ].join('\r\n');
  expect((await upload({ 'Content-Type': 'multipart/form-data; boundary=b' }, body)).status).toBe(201);
  // The parameters of a part in a form are dropped.
  expect(await read(bytes)).toEqual([200, 'a/a', bytes]);
});

it.each(manyWays)('parses %s quickly as the type of an upload in parts', async (name, type) => {
  const first = await upload({ 'Content-Type': type, 'X-Chunk-Start': '0', 'X-Last-Chunk': '0' }, name);
  const last = {
    'X-Upload-ID': String(first.json().upload_id),
    'X-Chunk-Start': String(name.length),
    'X-Last-Chunk': '1',
  };
  expect((await upload(last, ' in parts')).status).toBe(201);
  expect(await read(`${name} in parts`)).toEqual([200, unknownType, `${name} in parts`]);
});

it.each(manyWays)('parses %s quickly as the type from another node', async (name, type) => {
  const bytes = `${name} from elsewhere`;
  peer.intercept = (request, response) => {
    if (!request.url?.startsWith('/api/v1/storage/')) return false;
    response.writeHead(200, { 'content-type': type, 'content-length': bytes.length }).end(bytes);
    return true;
  };
  const states = async () => (await alcove.local.call(getPeers, {})).peers.map(({ state }) => state);
  await expect.poll(states).toEqual(['compatible']);
  expect(await read(bytes)).toEqual([200, unknownType, bytes]);
});

it('ends on request after all of this', async () => {
  expect(await alcove.end()).toBe(0);
});
