import { createHash } from 'node:crypto';
import { readdirSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import type { ProblemCode } from '../../../src/contract/problems.ts';
import { type Scope, scope } from '../../../src/contract/scopes.ts';
import { AgeIdentity } from '../../../src/crypto/age/keys/x25519.ts';
import type { Operation } from '../http/openapi-document.ts';
import type { RawAnswer } from '../http/raw-request.ts';
import { telegramInitData } from '../wallets/telegram-init-data.ts';
import { keysOf, telegramWallet } from '../wallets/telegram-wallet.ts';
import { provingWallet } from '../wallets/test-wallet.ts';
import { abc, type Call, domain, json, type Target, type World } from './conformance-fixture.ts';
import { announces, cancelTransfers, fetching } from './fetch-error-cases.ts';
import { freePort } from './free-port.ts';
import { startTestNode } from './start-test-node.ts';
import { handshakeCall } from './usual-calls.ts';

/** The input of an error case: the operation and its usual call. */
export interface Scene {
  world: World;
  target: Target;
  operation: Operation;
  usual: Call;
}

type ErrorCase = (scene: Scene) => Promise<RawAnswer>;

/** Returns a case that calls the operation on the open node with changes. */
const otherwise =
  (change: Call | ((usual: Call, world: World) => Call | Promise<Call>)): ErrorCase =>
  async ({ world, target, usual }) => {
    const changed = typeof change === 'function' ? await change(usual, world) : change;
    const headers = { ...usual.headers, ...changed.headers };
    return world.send(world.open, target, { ...usual, ...changed, headers });
  };

const withHeaders = (headers: Record<string, string>): ErrorCase => otherwise({ headers });

/** A content id of a kind that the node does not support. */
const unsupported = 'QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWnPbdG';

/** Cases that cause a response in the same way for every operation. */
const everywhere: Partial<Record<ProblemCode, ErrorCase>> = {
  cross_site: withHeaders({ 'Sec-Fetch-Site': 'cross-site' }),
  misdirected_request: withHeaders({ Host: 'evil.example.org' }),
  unauthorized: otherwise(() => ({ token: 'nobody' })),
  unsupported_media_type: withHeaders({ 'Content-Encoding': 'gzip' }),
  insufficient_scope: async ({ world, target, operation, usual }) => {
    const needed = operation.security?.[0]?.token?.[0];
    // An operation without a scope still requires more than a token that can only report.
    const others: Scope[] = needed ? scope.options.filter((one) => one !== needed) : ['status:write'];
    return world.send(world.open, target, { ...usual, token: await world.open.token(...others) });
  },
  payload_too_large: async ({ world, target, usual }) => {
    const headers = { ...usual.headers, 'Content-Length': '50000000000', Expect: '100-continue' };
    const { body: _, ...announced } = usual;
    return world.send(world.open, target, { ...announced, headers });
  },
  rate_limited: async ({ world, target, usual }) => {
    const from = { 'X-Forwarded-For': `192.0.2.${addresses++ % 250}` };
    const { token: _, ...anonymous } = usual;
    const call = { ...anonymous, headers: { ...usual.headers, ...from } };
    await world.send(world.limited, target, call);
    return world.send(world.limited, target, call);
  },
  blocked: otherwise(async (_, world) => {
    const id = await world.stored();
    await world.open.askLocal('/local/blocked', { method: 'POST', ...json({ content_id: id }) });
    return { params: { id }, query: { content_id: id } };
  }),
  content_not_found: otherwise({
    params: { id: '0'.repeat(64) },
    query: { content_id: '0'.repeat(64) },
  }),
  invalid_content_id: otherwise({ params: { id: 'nonsense' }, query: { content_id: 'nonsense' } }),
  unsupported_content_id: otherwise({ params: { id: unsupported }, query: { content_id: unsupported } }),
  precondition_failed: withHeaders({ 'If-Match': '"other"' }),
  range_not_satisfiable: withHeaders({ Range: 'bytes=1000-' }),
  // Sends a body that is not JSON, a path that is not UTF-8, or a query without a required value.
  invalid_request: ({ world, target, usual }) =>
    world.send(
      world.open,
      { ...target, path: target.path.replace(/\{\w+\}/g, '%ff') },
      {
        ...usual,
        ...(typeof usual.body === 'string' ? { body: '{' } : {}),
        query: { limit: 'many', download: 'yes', wallet_app_name: 'nobody’s' },
      },
    ),
  chain_unavailable: ({ world, target }) =>
    world.send(world.closed, target, {
      params: { id: `0:${abc}` },
      query: { content_id: `0:${abc}` },
    }),
};

let addresses = 1;

const inBody = (change: (world: World) => object | Promise<object>): ErrorCase =>
  otherwise(async (_, world) => json(await change(world)));

const onClosedNode =
  (call: (world: World) => Call | Promise<Call>): ErrorCase =>
  async ({ world, target }) =>
    world.send(world.closed, target, await call(world));

/** @returns the chain address of a content whose encrypted file is blocked */
async function blockedContent(world: World): Promise<string> {
  const { address } = await world.registered();
  const view = await world.open.ask(`/api/v1/content.view?content_id=${address}`);
  const { content_id } = (await view.json()) as { content_id: string };
  await world.open.askLocal('/local/blocked', { method: 'POST', ...json({ content_id }) });
  return address;
}

/** Returns a case with the usual body and other members. */
const changed = (members: object): ErrorCase =>
  otherwise(({ body }) => json({ ...JSON.parse(String(body)), ...members }));

const part = (start: number, id?: string) => ({
  headers: {
    'X-Chunk-Start': String(start),
    'X-Last-Chunk': '0',
    ...(id === undefined ? {} : { 'X-Upload-ID': id }),
  },
});

/** Starts the maximum number of concurrent uploads, none of which sends its bytes, and then one more. */
const tooManyUploads: ErrorCase = async ({ world, target, usual }) => {
  const url = `${world.open.node.nodeUrl}${target.path}`;
  const headers = { Authorization: world.token, 'Content-Length': 10, Expect: '100-continue' };
  const waiting = Array.from({ length: 64 }, () => request(url, { method: 'POST', headers, agent: false }));
  await Promise.all(
    waiting.map((sent) => {
      sent.flushHeaders();
      return new Promise((resolve) => sent.once('continue', resolve));
    }),
  );
  const response = await world.send(world.open, target, usual);
  await Promise.all(
    waiting.map((sent) => {
      sent.on('error', () => {}).destroy();
      return new Promise((resolve) => sent.once('close', resolve));
    }),
  );
  return response;
};

const newContent = (content: string) => ({
  ...{ title: 'Song', authors: ['A'], content, image: '', description: '', hashtags: [] },
  ...{ price: '1000000000', resaleLicensePrice: 0, allowResale: false, royaltyParams: [] },
});

/** Error cases of a content that must be fetched from another node. */
const fetchErrors: Record<string, ErrorCase> = {
  peer_content_invalid: fetching((response) => void response.end('something else')),
  peer_unreachable: fetching((response) => {
    response.writeHead(200, { 'Content-Length': 10 }).write('x', () => response.destroy());
  }),
  payload_too_large: fetching(announces(10_000), { settings: { storage: { max_upload_bytes: 10 } } }),
  insufficient_storage: fetching(announces(11), { settings: { storage: { quota_bytes: 10 } } }),
  fetch_cancelled: fetching(announces(10), { meanwhile: cancelTransfers }),
  too_busy: fetching(announces(10), { others: 80 }),
};

/**
 * Stores new bytes and puts them up for sale.
 * @returns the hash of the plain bytes
 */
async function putUpForSale(world: World): Promise<string> {
  const id = await world.stored();
  const target = { method: 'POST', path: '/api/v1/blockchain.sendNewContentMessage' };
  await world.send(world.open, target, { ...json(newContent(id)), token: world.token });
  return id;
}

/** Cases in which reading a sold content is refused. */
const forSale = {
  licence_required: otherwise(async (_, world) => {
    const id = await putUpForSale(world);
    return { params: { id }, query: { content_id: id }, token: (await world.session()).token };
  }),
  access_invalid: otherwise({ query: { access: 'forged' } }),
};

/** Changes a file on the disk, which HEAD detects when it must open the file. */
const altered: ErrorCase = async ({ world, target }) => {
  const { id } = await world.registered();
  const opened = await world.open.askLocal(`/local/content/${id}/access-link`);
  const { url } = (await opened.json()) as { url: string };
  const response = await world.open.ask(`/api/v1/storage/${id}`);
  const hash = createHash('sha256')
    .update(Buffer.from(await response.arrayBuffer()))
    .digest('hex');
  const folder = join(world.open.dataDir, 'blobs', hash.slice(0, 2));
  for (const name of readdirSync(folder).filter((file) => file.startsWith(hash))) rmSync(join(folder, name));
  const access = new URL(url).searchParams.get('access') ?? '';
  return world.send(world.open, target, { params: { id }, query: { access } });
};

/** The remaining error cases, by operation and by status or problem. */
/** The node reads the key of a Telegram wallet from a chain, which this one cannot reach. */
const signInOutOfReach: ErrorCase = async ({ world, target }) => {
  const endpoint = `http://127.0.0.1:${await freePort()}`;
  const node = await startTestNode({
    settings: {
      sign_in: { who: 'anyone', domains: [domain] },
      chain: { network: 'testnet', endpoint, master_address: `0:${abc}` },
    },
  });
  try {
    const proof = await world.prove(node, provingWallet(telegramWallet(71).init, keysOf(71), 'testnet'));
    return await world.send(node, target, json({ ton_proof: proof }));
  } finally {
    await node.stop();
  }
};

const errorCases: Record<string, Record<string, ErrorCase>> = {
  'POST /api/system.sendStatus': {
    too_many_services: async ({ world, target, usual }) => {
      for (let n = 0; n < 64; n += 1) {
        await world.send(world.open, target, { ...usual, ...json({ service: `s${n}`, status: 'ok' }) });
      }
      return world.send(world.open, target, { ...usual, ...json({ service: 'one-more', status: 'ok' }) });
    },
  },
  'POST /api/v1/auth.twa': {
    invalid_twa_data: inBody(() => ({
      twa_data: telegramInitData('1:another-bot', { id: 1, first_name: 'Eve' }),
    })),
    twa_not_configured: onClosedNode(() => json({ twa_data: 'user=%7B%7D&hash=00' })),
    invalid_ton_proof: inBody(async (world) => {
      const proof = await world.prove(world.open);
      return { ton_proof: { ...proof, ton_proof: { ...proof.ton_proof, timestamp: 1 } } };
    }),
    sign_in_not_allowed: onClosedNode(async (world) => json({ ton_proof: await world.prove(world.closed) })),
    chain_unavailable: signInOutOfReach,
  },
  'POST /api/v1/auth.selectWallet': {
    // Uses a guest, who may name any wallet, to name one that is not linked.
    wallet_not_linked: otherwise((_, { token }) => ({ ...json({ wallet_address: `0:${abc}` }), token })),
  },
  'POST /api/v1/tonconnect.logout': { unauthorized: otherwise({ token: 'nobody' }) },
  'POST /api/v1/storage': {
    200: otherwise({ body: 'abc' }),
    digest_mismatch: withHeaders({ 'Repr-Digest': `sha-256=:${'A'.repeat(43)}=:` }),
    invalid_request: withHeaders({ 'X-Last-Chunk': 'maybe' }),
    insufficient_storage: onClosedNode(async ({ closed }) => ({
      token: await closed.token('storage:write'),
      body: 'more than ten bytes',
    })),
    too_busy: tooManyUploads,
    upload_not_found: otherwise(part(10, 'V1StGXR8_Z5jdHi6B-myT')),
    offset_mismatch: async ({ world, target, usual }) => {
      const begun = await world.send(world.open, target, { ...usual, ...part(0) });
      return world.send(world.open, target, { ...usual, ...part(5, String(begun.json().upload_id)) });
    },
    blocked: otherwise(async (_, world) => {
      const response = await world.open.ask(`/api/v1/storage/${await world.stored()}`);
      const body = Buffer.from(await response.arrayBuffer());
      const id = response.headers.get('etag')?.slice(1, -1);
      await world.open.askLocal('/local/blocked', { method: 'POST', ...json({ content_id: id }) });
      return { body };
    }),
  },
  'HEAD /api/v1/storage': {
    upload_not_found: withHeaders({ 'X-Upload-ID': 'V1StGXR8_Z5jdHi6B-myT' }),
    invalid_request: withHeaders({ 'X-Upload-ID': 'x'.repeat(1000) }),
  },
  'GET /api/v1/storage/{id}': {
    206: withHeaders({ Range: 'bytes=0-1' }),
    304: withHeaders({ 'If-None-Match': '*' }),
    ...fetchErrors,
    ...forSale,
    content_damaged: otherwise(async (_, world) => {
      const id = await world.stored();
      const folder = join(world.open.dataDir, 'blobs', id.slice(0, 2));
      for (const name of readdirSync(folder).filter((file) => file.startsWith(id))) {
        rmSync(join(folder, name));
      }
      return { params: { id } };
    }),
  },
  'HEAD /api/v1/storage/{id}': {
    304: withHeaders({ 'If-None-Match': '*' }),
    ...fetchErrors,
    ...forSale,
    content_damaged: altered,
  },
  'DELETE /api/v1/storage/{id}': {
    order_open: otherwise(async (_, world) => {
      await putUpForSale(world);
      const intents = { method: 'GET', path: '/api/v1/blockchain.intents' };
      const { items } = (await world.send(world.open, intents, { token: world.token })).json() as {
        items: { content_id: string }[];
      };
      return { params: { id: items[0]?.content_id ?? '' } };
    }),
  },
  'PATCH /api/v1/content/{id}': {
    order_open: otherwise(async (_, world) => ({
      params: { id: await putUpForSale(world) },
      ...json({ published: true }),
    })),
    not_yours: otherwise(async (_, world) => {
      const { token } = await world.session();
      await world.send(world.open, { method: 'POST', path: '/api/v1/storage' }, { token, body: 'abc' });
      return { token };
    }),
  },
  'GET /api/v1/content.view': { licence_required: forSale.licence_required },
  'GET /api/v1/content.view/{id}': { licence_required: forSale.licence_required },
  'POST /api/v1/blockchain.sendNewContentMessage': {
    invalid_content_id: inBody(async () => newContent('nonsense')),
    unsupported_content_id: inBody(async () => newContent(unsupported)),
    not_yours: otherwise(async (_, world) => {
      const { token } = await world.session();
      await world.send(world.open, { method: 'POST', path: '/api/v1/storage' }, { token, body: 'abc' });
      return { ...json(newContent(abc)), token };
    }),
    chain_unavailable: onClosedNode(async ({ closed }) => ({
      ...json(newContent(abc)),
      token: await closed.token('chain:send'),
    })),
    blocked: inBody(async (world) => {
      const id = await world.stored();
      await world.open.askLocal('/local/blocked', { method: 'POST', ...json({ content_id: id }) });
      return newContent(id);
    }),
    already_registered: inBody(async (world) => newContent((await world.registered()).id)),
    order_open: async ({ world, target, usual }) => {
      const asked = newContent(await world.stored());
      await world.send(world.open, target, { ...usual, ...json(asked) });
      return world.send(world.open, target, { ...usual, ...json({ ...asked, price: '2000000000' }) });
    },
    limit_reached: inBody(async (world) => ({
      ...newContent(await world.stored()),
      pay_with: 'service_wallet',
    })),
    wallet_required: async ({ world, target }) => {
      const sponsor = await world.sponsor();
      const token = await sponsor.token('chain:send', 'storage:write');
      const call = { ...json(newContent(abc)), token };
      return world.send(sponsor, target, call);
    },
  },
  'POST /api/v1/blockchain.sendPurchaseContent': {
    chain_unavailable: onClosedNode(async ({ closed }) => ({
      ...json({ content_address: `0:${abc}`, license_type: 'listen' }),
      token: await closed.token('chain:send'),
    })),
    content_not_found: inBody(() => ({ content_address: `0:${abc}`, license_type: 'listen' })),
    already_licensed: inBody(async (world) => {
      const { address } = await world.registered();
      const bought = { kind: 'purchase', licence: 'listen', pay_with: 'service_wallet' };
      await world.order({ ...bought, content_address: address });
      return { content_address: address, license_type: 'listen', pay_with: 'service_wallet' };
    }),
    blocked: inBody(async (world) => ({
      content_address: await blockedContent(world),
      license_type: 'listen',
    })),
    content_withdrawn: inBody(async (world) => {
      const { address } = await world.registered();
      const terms = { price: '0', resale_price: '0', allow_resale: false, withdrawn: true };
      await world.order({ kind: 'terms', content_address: address, ...terms });
      return { content_address: address, license_type: 'listen' };
    }),
    order_open: async ({ world, target, usual }) => {
      const { address } = await world.registered();
      const asked = json({ content_address: address, license_type: 'listen' });
      await world.send(world.open, target, { ...usual, ...asked });
      const terms = { price: '2000000000', resale_price: '0', allow_resale: false, withdrawn: false };
      await world.order({ kind: 'terms', content_address: address, ...terms });
      return world.send(world.open, target, { ...usual, ...asked });
    },
    limit_reached: inBody(async (world) => ({
      content_address: (await world.registered()).address,
      license_type: 'listen',
      pay_with: 'service_wallet',
    })),
  },
  'GET /api/v1/content.key': {
    content_not_found: otherwise(({ query }) => ({ query: { ...query, content_address: `0:${abc}` } })),
    key_not_found: otherwise(async ({ query }, world) => ({
      query: { ...query, content_address: (await world.registered('0')).address },
    })),
    licence_required: otherwise(async (_, world) => ({ token: (await world.session()).token })),
    blocked: otherwise(async ({ query }, world) => ({
      query: { ...query, content_address: await blockedContent(world) },
    })),
    chain_unavailable: async ({ world, target, usual }) =>
      world.send(world.closed, target, { ...usual, token: await world.closed.token('content:read') }),
  },
  'PUT /api/v1/content.key': {
    content_not_found: changed({ content_address: `0:${abc}` }),
    key_not_found: otherwise(async ({ body }, world) =>
      json({ ...JSON.parse(String(body)), content_address: (await world.registered('0')).address }),
    ),
    key_invalid: changed({ key: AgeIdentity.generate().secretKey() }),
    not_yours: otherwise(async ({ body }, world) => ({
      ...json({ ...JSON.parse(String(body)), key: AgeIdentity.generate().secretKey() }),
      token: (await world.session()).token,
    })),
    blocked: otherwise(async ({ body }, world) =>
      json({ ...JSON.parse(String(body)), content_address: await blockedContent(world) }),
    ),
    chain_unavailable: async ({ world, target, usual }) =>
      world.send(world.closed, target, { ...usual, token: await world.closed.token('storage:write') }),
  },
  'POST /api/v1/network.handshake': {
    public_host_required: otherwise(() => handshakeCall({ node_type: 'public' })),
    public_host_invalid: otherwise(() => handshakeCall({ node_type: 'public', public_host: 'ftp://x' })),
    stale_timestamp: inBody(() => ({ ...JSON.parse(String(handshakeCall().body)), timestamp: 1 })),
    invalid_signature: inBody(() => ({ ...JSON.parse(String(handshakeCall().body)), added: true })),
    self_handshake: inBody(({ open }) => ({
      ...JSON.parse(String(handshakeCall().body)),
      public_key: open.node.publicKey,
    })),
    nonce_replayed: async ({ world, target, usual }) => {
      await world.send(world.open, target, usual);
      return world.send(world.open, target, usual);
    },
  },
};

/** Responses that no request can cause, with the reason. */
export const impossible: Record<string, string> = {
  internal: 'would be a defect of the node',
  'POST /api/v1/network.handshake too_busy': 'needs 100,000 nonces within ten minutes',
  encrypting: 'lasts only while a large file is encrypted; tested with what is sold',
  'POST /api/v1/blockchain.sendNewContentMessage insufficient_storage':
    'needs a user with room for a file but not for another; tested with what is sold',
  'PATCH /api/v1/content/{id} insufficient_storage':
    'needs a user whose room is used up; tested with the quotas of users',
  insufficient_balance: 'the faucet of the embedded chain fills its wallets; tested with the orders',
};

/** Returns the case of a response; undefined if there is none. */
export const errorCaseOf = (name: string, answer: string): ErrorCase | undefined =>
  errorCases[name]?.[answer] ??
  everywhere[answer as ProblemCode] ??
  (answer.startsWith('2') ? otherwise({}) : undefined);
