import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { account, connection, signedIn, tonConnectManifest } from '../../src/contract/node-api/auth.ts';
import { type NodeStatus, nodeStatus } from '../../src/contract/node-api/monitoring.ts';
import { getIntents } from '../../src/contract/node-api/orders.ts';
import { handshakeResponse, nodeInfo } from '../../src/contract/node-api/peers.ts';
import { decodedContentId, viewedContent } from '../../src/contract/node-api/serving.ts';
import { storedContent } from '../../src/contract/node-api/uploads.ts';
import { identityFromSeed } from '../../src/crypto/identity.ts';
import { askFaucet } from '../../src/features/chain/client/ask-faucet.ts';
import { createRequest } from '../../src/features/peers/handshake/handshake-request.ts';
import { pictureNamed } from '../support/pictures.ts';
import { chainWallet, type WalletMessage } from '../support/wallets/chain-wallet.ts';
import { SimulatedWallet } from '../support/wallets/simulated-wallet.ts';
import { testWallet } from '../support/wallets/test-wallet.ts';
import { domain, origin, serveWebApp } from './support/web-app-node.ts';

/**
 * Every row of the interface, in the order in which a web client calls them, against a node in a process of
 * its own. Each test is one row, with its number in the specification.
 */

const gram = 1_000_000_000n;
const song = Buffer.concat([Buffer.from('ID3\x04'), Buffer.alloc(100_000, 'la ')]);
const cover = pictureNamed('cover of the song');
const waiting = { timeout: 120_000, interval: 100 };

type App = Awaited<ReturnType<typeof serveWebApp>>;
let app: App;
let author: Person;
let buyer: Person;
/** The results of earlier rows. */
const made = { cover: '', song: '', sold: '', address: '' };

type Person = Awaited<ReturnType<typeof signIn>>;

/** Signs in with a wallet that has money and reads the chain itself. */
async function signIn(seed: number, signInPath = '/api/v1/auth.twa') {
  const wallet = chainWallet(app.chain, seed);
  await askFaucet(app.chain, wallet.address.toRawString(), 100n * gram);
  const post = (sent: object) => app.ask('POST', signInPath, { body: JSON.stringify(sent) });
  const challenge = await post({});
  expect(challenge).toMatchObject({ status: 200, body: { user: null, connected_wallet: null } });
  const ton_proof = testWallet(seed, 'v5R1').prove(domain, signedIn.parse(challenge.body).auth_v1_token);
  const response = await post({ ton_proof });
  expect(response.status).toBe(200);
  const own = signedIn.parse(response.body);
  const token = own.auth_v1_token;
  return {
    token,
    signedIn: own,
    wallet,
    get: (path: string) => app.ask('GET', path, { token }),
    post: (path: string, body: object) => app.ask('POST', path, { token, body: JSON.stringify(body) }),
  };
}

const upload = (bytes: Uint8Array<ArrayBuffer>, name: string) =>
  app.ask('POST', '/api/v1/storage', {
    token: author.token,
    body: bytes,
    headers: {
      'Content-Type': 'application/octet-stream',
      'X-File-Name': Buffer.from(name).toString('base64'),
      'X-Chunk-Start': '0',
      'X-Last-Chunk': '1',
    },
  });

beforeAll(async () => {
  app = await serveWebApp();
});
afterAll(() => app?.stop());

const readStatus = async () => nodeStatus.parse((await app.ask('GET', '/api/v1/node')).body);

it('1 GET /api/v1/node', async () => {
  await expect.poll(async () => (await readStatus()).indexer_height, waiting).toBeGreaterThan(0);
  const { status, body, headers } = await app.ask('GET', '/api/v1/node');
  expect([status, headers.get('access-control-allow-origin')]).toEqual([200, origin]);
  expect(Object.keys(body as object).sort()).toEqual([
    'indexer_height',
    'master_address',
    'node_address',
    'services',
  ]);
  for (const service of Object.values((body as NodeStatus).services)) {
    expect(Object.keys(service).sort()).toEqual(['delay', 'status']);
  }
});

it('2 POST /api/system.sendStatus', async () => {
  const body = JSON.stringify({ service: 'converter', status: 'ok' });
  const token = await app.tokenWith('status:write');
  expect(await app.ask('POST', '/api/system.sendStatus', { token, body })).toMatchObject({
    status: 200,
    body: { ok: true },
  });
  expect((await app.ask('POST', '/api/system.sendStatus', { body })).status).toBe(401);
  expect((await readStatus()).services.converter).toMatchObject({ status: 'ok' });
});

it('3 GET /api/system.version', async () => {
  const { status, body } = await app.ask('GET', '/api/system.version');
  expect([status, Object.keys(body as object).sort()]).toEqual([200, ['codebase_branch', 'codebase_hash']]);
});

it.each(['/api/tonconnect-manifest.json', '/api/walletlink-manifest.json'])('4 GET %s', async (path) => {
  const { status, body, headers } = await app.ask('GET', path);
  expect([status, headers.get('access-control-allow-origin')]).toEqual([200, '*']);
  expect(body).toMatchObject({ url: app.url, name: 'Sea Records' });
  expect((await app.ask('GET', tonConnectManifest.parse(body).iconUrl)).headers.get('content-type')).toBe(
    'image/png',
  );
});

it('5 GET /api/platform-metadata.json', async () => {
  const { status, body } = await app.ask('GET', '/api/platform-metadata.json');
  expect(status).toBe(200);
  expect(body).toEqual({ name: 'Sea Records', description: expect.any(String), social_links: [] });
});

it('6 POST /api/v1/auth.twa, and auth.webapp', async () => {
  author = await signIn(71);
  buyer = await signIn(72, '/api/v1/auth.webapp');
  expect(author.signedIn).toMatchObject({
    user: { id: expect.any(String), is_owner: false },
    connected_wallet: { version: 'v5R1' },
  });
});

it('6 POST /api/v1/auth.selectWallet', async () => {
  const wallet_address = author.wallet.address.toRawString();
  const { status, body } = await author.post('/api/v1/auth.selectWallet', { wallet_address });
  expect([status, body]).toEqual([200, { connected_wallet: author.signedIn.connected_wallet }]);
  const other = { wallet_address: buyer.wallet.address.toRawString() };
  expect(await author.post('/api/v1/auth.selectWallet', other)).toMatchObject({
    status: 200,
    body: { connected_wallet: { version: 'unknown', proven: false, ton_balance: null } },
  });
  const again = await author.post('/api/v1/auth.selectWallet', { wallet_address });
  expect(again.body).toEqual({ connected_wallet: author.signedIn.connected_wallet });
});

it('9 POST /api/v1/storage', async () => {
  const picture = await upload(cover, 'cover');
  expect(picture).toMatchObject({ status: 201, body: { content_type: 'image/png', size: cover.length } });
  const { status, body } = await upload(song, 'Lied für Ада');
  const hash = createHash('sha256').update(song).digest('hex');
  const stored = storedContent.parse(body);
  expect([status, stored.content_sha256, stored.content_type]).toEqual([201, hash, 'audio/mpeg']);
  Object.assign(made, { cover: storedContent.parse(picture.body).content_id, song: stored.content_id });
  expect((await app.ask('POST', '/api/v1/storage', { body: song })).status).toBe(401);
});

it('10 GET /api/v1/storage/{id}', async () => {
  const path = `/api/v1/storage/${made.song}`;
  const whole = await app.ask('GET', path);
  expect([whole.status, whole.bytes.equals(song)]).toEqual([200, true]);
  const range = await app.ask('GET', path, { headers: { Range: 'bytes=10-19' } });
  expect([range.status, range.bytes.equals(song.subarray(10, 20))]).toEqual([206, true]);
});

it('11 GET /api/v1/storage.decodeContentId/{id}', async () => {
  const { status, body } = await app.ask('GET', `/api/v1/storage.decodeContentId/${made.song}`);
  expect(status).toBe(200);
  expect(body).toMatchObject({ content_id: made.song, stored: true, content_type: 'audio/mpeg' });
});

it('12 GET /api/v1/account', async () => {
  const { status, body, headers } = await author.get('/api/v1/account');
  expect([status, headers.has('deprecation')]).toEqual([200, true]);
  expect(body).toMatchObject({ user: author.signedIn.user, wallets: [author.signedIn.connected_wallet] });
  expect((await app.ask('GET', '/api/v1/account')).status).toBe(401);
});

it('13 POST /api/v1/blockchain.sendNewContentMessage', async () => {
  const third = 10_000 / 3;
  const royaltyParams = ['1', '2', '3'].map((digit) => ({
    address: `0:${digit.repeat(64)}`,
    value: third,
  }));
  const terms = {
    ...{ title: 'Summer song', authors: ['Ada'], description: 'By the sea', hashtags: ['#summer'] },
    ...{ content: made.song, image: made.cover, price: 1_070_000_000.000_000_1, royaltyParams },
    ...{ resaleLicensePrice: 0, allowResale: false, downloadable: true },
  };
  const ask = () => author.post('/api/v1/blockchain.sendNewContentMessage', terms);
  const { status, body } = await ask();
  expect([status, Object.keys(body as object).sort()]).toEqual([
    200,
    ['address', 'amount', 'payload', 'query_id', 'valid_until'],
  ]);
  expect((await ask()).body, 'the same while it is open').toEqual(body);
  await author.wallet.send(body as WalletMessage);
  const lastOrder = async () => {
    const { items } = getIntents.responses[200].schema.parse(
      (await author.get('/api/v1/blockchain.intents')).body,
    );
    return items[0];
  };
  await expect.poll(async () => (await lastOrder())?.state, waiting).toBe('confirmed');
  const sale = await lastOrder();
  Object.assign(made, { sold: sale?.content_id, address: sale?.content_address });
  expect(await ask()).toMatchObject({ status: 409, body: { code: 'already_registered' } });
});

it('15 GET /api/v1/content.list', async () => {
  const listed = async (query: string) => (await app.ask('GET', `/api/v1/content.list?${query}`)).body;
  expect(await listed('q=summer')).toMatchObject({
    items: [{ content_id: made.sold, title: 'Summer song', cover_id: made.cover }],
    total: 1,
  });
  expect(await listed('q=winter')).toMatchObject({ items: [], total: 0 });
  expect(await listed('content_type=audio')).toMatchObject({ items: [{ content_id: made.sold }] });
  expect(await listed('content_type=application')).toMatchObject({ items: [] });
});

it('16 GET /api/v1/content.view, without a licence', async () => {
  for (const path of [`content.view?content_id=${made.sold}`, `content.view/${made.address}`]) {
    const { status, body } = await buyer.get(`/api/v1/${path}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      ...{ content_address: made.address, content_type: 'audio/mpeg', content_ext: 'mp3' },
      ...{ downloadable: false, have_licenses: [], invoice: null },
      encrypted: {
        content_cid: made.sold,
        cover_cid: made.cover,
        license: { listen: { price: '1070000000' }, resale: { price: '1070000000' } },
        status: 'active',
      },
      display_options: { content_url: null, metadata: { name: 'Summer song', description: 'By the sea' } },
    });
    // A picture element sends neither token nor origin.
    const headers = { 'Sec-Fetch-Site': 'cross-site' };
    const image = await fetch(viewedContent.parse(body).display_options.metadata.image ?? '', { headers });
    expect([image.status, Buffer.from(await image.arrayBuffer()).equals(cover)]).toEqual([200, true]);
  }
  const { body } = await app.ask('GET', `/api/v1/storage.decodeContentId/${made.sold}`);
  expect(decodedContentId.parse(body).content_address).toBe(made.address);
});

const viewedBy = async (person: Person) =>
  viewedContent.parse((await person.get(`/api/v1/content.view/${made.sold}`)).body);

it.each(['sendPurchaseContent', 'sendPurchaseContentMessage'])(
  '14 POST /api/v1/blockchain.%s',
  async (name) => {
    const asked = { content_address: made.address, license_type: 'resale' };
    const message = await buyer.post(`/api/v1/blockchain.${name}`, asked);
    const isSecond = name === 'sendPurchaseContentMessage';
    if (isSecond) {
      expect(message).toMatchObject({ status: 409, body: { code: 'already_licensed' } });
      return;
    }
    expect(message).toMatchObject({
      status: 200,
      body: { license_type: 'listen', payload: expect.any(String) },
    });
    await buyer.wallet.send(message.body as WalletMessage);
    const held = async () => (await viewedBy(buyer)).have_licenses;
    await expect.poll(held, waiting).toEqual(['listen']);
    expect(await author.post(`/api/v1/blockchain.${name}`, asked)).toMatchObject({
      status: 409,
      body: { code: 'already_licensed' },
    });
  },
);

it('16 GET /api/v1/content.view, played by the buyer and the author', async () => {
  const record = await viewedBy(buyer);
  expect(record).toMatchObject({ downloadable: true, encrypted: { license_type: 'listen' } });
  const content_url = record.display_options.content_url ?? '';
  expect((await viewedBy(buyer)).display_options.content_url, 'while it plays').toBe(content_url);
  const headers = { Range: 'bytes=50000-50099' };
  const part = await app.ask('GET', content_url, { headers });
  expect([part.status, part.bytes.equals(song.subarray(50_000, 50_100))]).toEqual([206, true]);
  expect(part.headers.get('cache-control')).toBe('private, no-store');
  const saved = await app.ask('GET', `${content_url}&download=1`);
  expect(saved.headers.get('content-disposition')).toMatch(/^attachment; .*filename\*=UTF-8''/);
  expect((await viewedBy(author)).have_licenses).toEqual(['listen', 'resale']);
});

it('17 GET /api/v1/network.info', async () => {
  const { status, body } = await app.ask('GET', '/api/v1/network.info');
  expect(status).toBe(200);
  const { id } = nodeInfo.parse(body);
  expect(body).toMatchObject({ public_key: id, node_type: 'private', capabilities: expect.any(Array) });
  expect(body).toMatchObject({ metrics: { contents: expect.any(Number) } });
});

it('18 GET /api/v1/network.nodes', async () => {
  expect(await app.ask('GET', '/api/v1/network.nodes')).toMatchObject({ status: 200, body: { nodes: [] } });
});

it('19 POST /api/v1/network.handshake', async () => {
  const node = { version: '0.1.0', node_type: 'private' as const, metrics: {}, capabilities: [] };
  const request = createRequest(identityFromSeed(Buffer.alloc(32, 7)), node, { now: Date.now() });
  const { status, body } = await app.ask('POST', '/api/v1/network.handshake', {
    body: JSON.stringify(request),
  });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    known_public_nodes: [],
    server_public_key: handshakeResponse.parse(body).node.public_key,
  });
});

it('7 GET /api/v1/tonconnect.new, and 8 POST /api/v1/tonconnect.logout', async () => {
  const wallet = new SimulatedWallet();
  const { status, body } = await author.get('/api/v1/tonconnect.new?wallet_app_name=test-wallet');
  const { wallet_app_name: name, connection_link: link } = connection.parse(body);
  expect([status, name]).toEqual([200, 'test-wallet']);
  wallet.scan(link, app.bridge.url);
  await wallet.approve();
  const wallets = async () => account.parse((await author.get('/api/v1/account')).body).wallets.length;
  await expect.poll(wallets, waiting).toBe(2);

  const logout = () => app.ask('POST', '/api/v1/tonconnect.logout', { token: author.token });
  expect(await logout()).toMatchObject({ status: 200, body: { success: true } });
  expect((await wallet.nextRequest()).method).toBe('disconnect');
  expect(await logout(), 'again').toMatchObject({ status: 200, body: { success: true } });
  expect((await author.get('/api/v1/account')).status).toBe(401);
});
