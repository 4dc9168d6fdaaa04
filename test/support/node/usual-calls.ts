import { dearmor } from '../../../src/crypto/age/armor.ts';
import { decryptBytes } from '../../../src/crypto/age/in-memory.ts';
import { AgeIdentity } from '../../../src/crypto/age/keys/x25519.ts';
import { identityFromSeed } from '../../../src/crypto/identity.ts';
import { createRequest } from '../../../src/features/peers/handshake/handshake-request.ts';
import { randomBytes } from '../random-bytes.ts';
import { abc, type Call, json, type World } from './conformance-fixture.ts';

const handshake = (node: object = {}) =>
  createRequest(
    identityFromSeed(Buffer.alloc(32, 7)),
    { version: '0.1.0', node_type: 'private', metrics: {}, capabilities: [], ...node },
    { now: Date.now() },
  );

/** Returns a signed handshake as a body. */
export const handshakeCall = (node?: object): Call => json(handshake(node));

const newContent = {
  ...{ title: 'Song', authors: ['A'], image: '', description: '', hashtags: [] },
  ...{ price: '1000000000', resaleLicensePrice: 0, allowResale: false, royaltyParams: [] },
};

const identity = AgeIdentity.generate();

const sold = new WeakMap<World, Promise<{ address: string }>>();

/** Returns an encrypted content that the open node has registered, always the same one. */
function soldContent(world: World): Promise<{ address: string }> {
  const known = sold.get(world) ?? world.registered();
  sold.set(world, known);
  return known;
}

async function keyOf(world: World, address: string): Promise<string> {
  const query = { content_address: address, recipient: identity.recipient.toString() };
  const target = { method: 'GET', path: '/api/v1/content.key' };
  const response = await world.send(world.open, target, { token: world.token, query });
  return (await decryptBytes(dearmor(String(response.json().key)), identity)).toString();
}

const nothing = () => ({});
const viewed = { params: { id: abc } };

/** The usual call of each operation, by method and path; the aliases of a path share it. */
export const usualCalls: Record<string, (world: World) => Call | Promise<Call>> = {
  'GET /api/v1/node': nothing,
  'GET /api/system.version': nothing,
  'POST /api/system.sendStatus': ({ token }) => ({ ...json({ service: 'mine', status: 'ok' }), token }),
  'GET /api/openapi.json': nothing,
  'GET /api/tonconnect-manifest.json': nothing,
  'GET /api/platform-metadata.json': nothing,
  'GET /api/icon.png': nothing,
  'GET /api/platform-image.png': nothing,
  'POST /api/v1/auth.twa': () => json({}),
  'POST /api/v1/auth.selectWallet': async (world) => {
    const { token, wallet } = await world.session();
    return { ...json({ wallet_address: wallet }), token };
  },
  'GET /api/v1/tonconnect.new': ({ token }) => ({ token, query: { wallet_app_name: 'test-wallet' } }),
  'POST /api/v1/tonconnect.logout': async (world) => ({ token: (await world.session()).token }),
  'GET /api/v1/account': async (world) => ({ token: (await world.session()).token }),
  'POST /api/v1/storage': ({ token }) => ({ token, body: randomBytes(100) }),
  'HEAD /api/v1/storage': async (world) => {
    const part = { 'X-Chunk-Start': '0', 'X-Last-Chunk': '0' };
    const target = { method: 'POST', path: '/api/v1/storage' };
    const begun = await world.send(world.open, target, {
      token: world.token,
      headers: part,
      body: randomBytes(10),
    });
    return { token: world.token, headers: { 'X-Upload-ID': String(begun.json().upload_id) } };
  },
  'GET /api/v1/storage/{id}': () => viewed,
  'HEAD /api/v1/storage/{id}': () => viewed,
  'DELETE /api/v1/storage/{id}': async (world) => ({
    params: { id: await world.stored() },
    token: world.token,
  }),
  'GET /api/v1/storage.decodeContentId/{id}': () => viewed,
  'POST /api/v1/blockchain.sendNewContentMessage': async ({ token, stored }) => ({
    ...json({ ...newContent, content: await stored() }),
    token,
  }),
  'POST /api/v1/blockchain.sendPurchaseContent': async ({ token, registered }) => ({
    ...json({ content_address: (await registered()).address, license_type: 'listen' }),
    token,
  }),
  'GET /api/v1/blockchain.intents': ({ token }) => ({ token }),
  'GET /api/v1/content.list': ({ token }) => ({ token }),
  'GET /api/v1/content.view': ({ token }) => ({ token, query: { content_id: abc } }),
  'GET /api/v1/content.view/{id}': ({ token }) => ({ ...viewed, token }),
  'GET /api/v1/content.key': async (world) => ({
    token: world.token,
    query: { content_address: (await soldContent(world)).address, recipient: identity.recipient.toString() },
  }),
  'PUT /api/v1/content.key': async (world) => {
    const { address } = await soldContent(world);
    return { ...json({ content_address: address, key: await keyOf(world, address) }), token: world.token };
  },
  'PATCH /api/v1/content/{id}': ({ token }) => ({ ...viewed, ...json({ title: 'abc' }), token }),
  'GET /api/v1/network.info': nothing,
  'GET /api/v1/network.nodes': nothing,
  'GET /api/v1/network.content': ({ token }) => ({ token }),
  'POST /api/v1/network.handshake': () => handshakeCall(),
};
