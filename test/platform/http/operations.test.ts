import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type * as z from 'zod';
import type { NodeOperation } from '../../../src/app/modules/http/node-endpoints.ts';
import {
  getAccount,
  getTonConnectManifest,
  getTonConnectNew,
  postAuthTwa,
  postTonConnectLogout,
} from '../../../src/contract/node-api/auth.ts';
import { getPlatformMetadata } from '../../../src/contract/node-api/chain.ts';
import { contentRecord, getContentList } from '../../../src/contract/node-api/content.ts';
import { getNetworkContent } from '../../../src/contract/node-api/discovery.ts';
import {
  getNode,
  getOpenApi,
  getSystemVersion,
  postSendStatus,
} from '../../../src/contract/node-api/monitoring.ts';
import { getIntents } from '../../../src/contract/node-api/orders.ts';
import { getNetworkInfo, getNetworkNodes, handshakeResponse } from '../../../src/contract/node-api/peers.ts';
import {
  decodedContentId,
  getContentView,
  getContentViewByPath,
} from '../../../src/contract/node-api/serving.ts';
import { storedContent } from '../../../src/contract/node-api/uploads.ts';
import { problemDocument } from '../../../src/contract/problems.ts';
import { scope } from '../../../src/contract/scopes.ts';
import { AgeIdentity } from '../../../src/crypto/age/keys/x25519.ts';
import { identityFromSeed } from '../../../src/crypto/identity.ts';
import { createRequest } from '../../../src/features/peers/handshake/handshake-request.ts';
import { startTestNode, type TestNode } from '../../support/node/start-test-node.ts';

let alcove: TestNode;
let token: string;

beforeAll(async () => {
  alcove = await startTestNode();
  token = await alcove.token(...scope.options);
  await alcove.ask('/api/v1/storage', { method: 'POST', body: 'abc', headers: { Authorization: token } });
});
afterAll(() => alcove.stop());

const abc = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';
const recipient = AgeIdentity.generate().recipient.toString();
const handshake = () =>
  JSON.stringify(
    createRequest(
      identityFromSeed(Buffer.alloc(32, 7)),
      { version: '0.1.0', node_type: 'private', metrics: {}, capabilities: [] },
      { now: Date.now() },
    ),
  );

/** A call of each operation with its usual response. An operation without a case does not compile. */
const cases: Record<
  NodeOperation,
  { method: string; path: string; body?: () => string; status: number; schema?: z.ZodType }
> = {
  'node.get': { method: 'GET', path: '/api/v1/node', status: 200, schema: getNode.responses[200].schema },
  'system.version': {
    method: 'GET',
    path: '/api/system.version',
    status: 200,
    schema: getSystemVersion.responses[200].schema,
  },
  'system.sendStatus': {
    method: 'POST',
    path: '/api/system.sendStatus',
    body: () => JSON.stringify({ service: 'indexer-of-mine', status: 'ok' }),
    status: 200,
    schema: postSendStatus.responses[200].schema,
  },
  'documents.manifest': {
    method: 'GET',
    path: '/api/tonconnect-manifest.json',
    status: 200,
    schema: getTonConnectManifest.responses[200].schema,
  },
  'documents.platformMetadata': {
    method: 'GET',
    path: '/api/platform-metadata.json',
    status: 200,
    schema: getPlatformMetadata.responses[200].schema,
  },
  'documents.icon': { method: 'GET', path: '/api/icon.png', status: 200 },
  'documents.platformImage': { method: 'GET', path: '/api/platform-image.png', status: 200 },
  'blockchain.sendNewContentMessage': {
    method: 'POST',
    path: '/api/v1/blockchain.sendNewContentMessage',
    body: () =>
      JSON.stringify({
        ...{ title: 'Song', authors: ['A'], content: abc, image: '', description: '', hashtags: [] },
        ...{ price: '1000000000', resaleLicensePrice: 0, allowResale: false, royaltyParams: [] },
      }),
    status: 503,
    schema: problemDocument,
  },
  'blockchain.sendPurchaseContent': {
    method: 'POST',
    path: '/api/v1/blockchain.sendPurchaseContent',
    body: () => JSON.stringify({ content_address: `0:${abc}`, license_type: 'listen' }),
    status: 503,
    schema: problemDocument,
  },
  'blockchain.intents': {
    method: 'GET',
    path: '/api/v1/blockchain.intents',
    status: 200,
    schema: getIntents.responses[200].schema,
  },
  'system.openapi': {
    method: 'GET',
    path: '/api/openapi.json',
    status: 200,
    schema: getOpenApi.responses[200].schema,
  },
  'auth.twa': {
    method: 'POST',
    path: '/api/v1/auth.twa',
    body: () => '{}',
    status: 200,
    schema: postAuthTwa.responses[200].schema,
  },
  'auth.selectWallet': {
    method: 'POST',
    path: '/api/v1/auth.selectWallet',
    body: () => JSON.stringify({ wallet_address: `0:${'1'.repeat(64)}` }),
    status: 404,
  },
  'tonconnect.new': {
    method: 'GET',
    path: '/api/v1/tonconnect.new',
    status: 200,
    schema: getTonConnectNew.responses[200].schema,
  },
  'tonconnect.logout': {
    method: 'POST',
    path: '/api/v1/tonconnect.logout',
    status: 200,
    schema: postTonConnectLogout.responses[200].schema,
  },
  account: {
    method: 'GET',
    path: '/api/v1/account',
    status: 200,
    schema: getAccount.responses[200].schema,
  },
  'storage.post': {
    method: 'POST',
    path: '/api/v1/storage',
    body: () => 'something',
    status: 201,
    schema: storedContent,
  },
  'storage.get': { method: 'GET', path: `/api/v1/storage/${abc}`, status: 200 },
  'storage.headUpload': { method: 'HEAD', path: '/api/v1/storage', status: 400 },
  'storage.head': { method: 'HEAD', path: `/api/v1/storage/${abc}`, status: 200 },
  'storage.delete': { method: 'DELETE', path: `/api/v1/storage/${'0'.repeat(64)}`, status: 404 },
  'storage.decodeContentId': {
    method: 'GET',
    path: `/api/v1/storage.decodeContentId/${abc}`,
    status: 200,
    schema: decodedContentId,
  },
  'content.list': {
    method: 'GET',
    path: '/api/v1/content.list',
    status: 200,
    schema: getContentList.responses[200].schema,
  },
  'content.view': {
    method: 'GET',
    path: `/api/v1/content.view?content_id=${abc}`,
    status: 200,
    schema: getContentView.responses[200].schema,
  },
  'content.viewByPath': {
    method: 'GET',
    path: `/api/v1/content.view/${abc}`,
    status: 200,
    schema: getContentViewByPath.responses[200].schema,
  },
  'content.patch': {
    method: 'PATCH',
    path: `/api/v1/content/${abc}`,
    body: () => JSON.stringify({ title: 'The alphabet' }),
    status: 200,
    schema: contentRecord,
  },
  'content.key': {
    method: 'GET',
    path: `/api/v1/content.key?content_address=0:${abc}&recipient=${recipient}`,
    status: 503,
    schema: problemDocument,
  },
  'content.depositKey': {
    method: 'PUT',
    path: '/api/v1/content.key',
    body: () => JSON.stringify({ content_address: `0:${abc}`, key: 'AGE-SECRET-KEY-1' }),
    status: 503,
    schema: problemDocument,
  },
  'network.info': {
    method: 'GET',
    path: '/api/v1/network.info',
    status: 200,
    schema: getNetworkInfo.responses[200].schema,
  },
  'network.nodes': {
    method: 'GET',
    path: '/api/v1/network.nodes',
    status: 200,
    schema: getNetworkNodes.responses[200].schema,
  },
  'network.content': {
    method: 'GET',
    path: '/api/v1/network.content',
    status: 200,
    schema: getNetworkContent.responses[200].schema,
  },
  'network.handshake': {
    method: 'POST',
    path: '/api/v1/network.handshake',
    body: handshake,
    status: 200,
    schema: handshakeResponse,
  },
};

describe.each(Object.entries(cases))('%s', (_name, { method, path, body, status, schema }) => {
  it('matches its contract', async () => {
    const response = await alcove.ask(path, {
      method,
      ...(body ? { body: body() } : {}),
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    });
    expect(response.status).toBe(status);
    expect(response.headers.get('x-request-id')).toMatch(/^[\w-]{12}$/);
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    if (schema) expect(schema.safeParse(await response.json()).error).toBeUndefined();
  });

  it('answers another method with 405 and Allow', async () => {
    const response = await alcove.ask(path, { method: 'PROPFIND' });
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toContain(method);
    expect(await response.json()).toMatchObject({ code: 'method_not_allowed', status: 405 });
  });
});

it('describes every operation in its OpenAPI document', async () => {
  const document = (await (await alcove.ask('/api/openapi.json')).json()) as {
    openapi: string;
    paths: Record<string, Record<string, { responses: Record<string, unknown> }>>;
  };
  expect(document.openapi).toBe('3.1.0');
  const described = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(described.length).toBeGreaterThanOrEqual(Object.keys(cases).length);
  expect(described).toContain('POST /api/v1/network.handshake');
  expect(document.paths['/api/v1/storage']?.post?.responses).toHaveProperty('507');
  expect(document.paths['/api/v1/storage']?.post?.responses).toHaveProperty('401');
});

it('answers an unknown path with a problem document', async () => {
  const response = await alcove.ask('/api/v1/nothing');
  expect(response.status).toBe(404);
  expect(response.headers.get('content-type')).toBe('application/problem+json');
  expect(await response.json()).toEqual({
    type: 'urn:alcove:problem:not_found',
    reason: 'http.notFound',
    params: {},
    title: expect.any(String),
    status: 404,
    detail: expect.any(String),
    code: 'not_found',
    instance: response.headers.get('x-request-id'),
  });
});

it('lists the addresses of the node, and reports that the chain is off', async () => {
  const status = (await (await alcove.ask('/api/v1/node')).json()) as Record<string, never>;
  expect(Object.keys(status).sort()).toEqual([
    'indexer_height',
    'master_address',
    'node_address',
    'services',
  ]);
  expect(status.node_address).toMatch(/^UQ[\w-]{46}$/);
  expect(status.master_address).toMatch(/^EQ[\w-]{46}$/);
  expect(status.services).toMatchObject({
    api: { status: 'ok' },
    storage: { status: 'ok' },
    chain: { status: 'off' },
    network: { status: 'alone' },
  });
});

it('keeps its identity after a restart', async () => {
  const first = await startTestNode({ dataDir: alcove.dataDir }).catch((error: Error) => error);
  expect(first).toMatchObject({ text: { reason: 'startup.folderInUseBy', params: { pid: process.pid } } });
  const before = alcove.node.publicKey;
  await alcove.node.stop();
  alcove = await startTestNode({ dataDir: alcove.dataDir });
  expect(alcove.node.publicKey).toBe(before);
  expect((await alcove.ask(`/api/v1/storage/${abc}`)).status).toBe(200);
});
