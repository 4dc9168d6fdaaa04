import { rmSync } from 'node:fs';
import { vi } from 'vitest';
import type { Order, OrderPage } from '../../../src/contract/dashboard-api/orders.ts';
import { scope } from '../../../src/contract/scopes.ts';
import { type RawAnswer, rawRequest } from '../http/raw-request.ts';
import { patience } from '../patience.ts';
import { randomBytes } from '../random-bytes.ts';
import { testWallet } from '../wallets/test-wallet.ts';
import { startTestBridge } from '../wallets/ton-connect-bridge.ts';
import { postToEnd } from './post-to-end.ts';
import { startTestNode, type TestNode, temporaryFolder } from './start-test-node.ts';

/** The parameters of a call; the document provides the path. */
export interface Call {
  params?: Record<string, string>;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: string | Buffer;
  /** Sent without `Bearer`, as existing web clients do. */
  token?: string;
}

/** An operation to call. */
export interface Target {
  method: string;
  path: string;
}

export const domain = 'app.example.org';
/** The bot whose init data the open node accepts. */
const botToken = '12345:conformance';
/** The hash of the three bytes that the open node stores. */
export const abc = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';

/** Nodes in the states that the documented responses require. */
type ProvingWallet = Pick<ReturnType<typeof testWallet>, 'prove'>;

export interface World {
  /** A node on which anyone may sign in; it stores `abc`, and has an embedded chain. */
  open: TestNode;
  /** A node on which only its owner may sign in, and not by Telegram; its quota is ten bytes. */
  closed: TestNode;
  /** A public node that accepts one request per minute from each address. */
  limited: TestNode;
  /** Starts a node that pays for registrations of others; it stores `abc`. */
  sponsor(): Promise<TestNode>;
  /** A token with every scope on the open node. */
  token: string;
  send(node: TestNode, target: Target, call: Call): Promise<RawAnswer>;
  /** Returns a proof for a challenge of this node. @param wallet default: a new one */
  prove(node: TestNode, wallet?: ProvingWallet): Promise<ReturnType<ProvingWallet['prove']>>;
  /** Signs in to the open node with a new wallet. */
  session(): Promise<{ token: string; wallet: string }>;
  /** Stores new bytes on the open node. @returns their hash */
  stored(): Promise<string>;
  /**
   * Registers new bytes on the open node, with the practice wallet; bytes with a price are encrypted.
   * @param price default: 1 GRAM
   * @returns the registered id, and its address on the chain
   */
  registered(price?: string): Promise<{ id: string; address: string }>;
  /** Sends a message with the practice wallet; resolves when it is on the chain. */
  order(request: object): Promise<Order>;
  stop(): Promise<void>;
}

function urlOf(node: TestNode, { path }: Target, { params = {}, query = {} }: Call): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const search = new URLSearchParams(query).toString();
  return `${node.node.nodeUrl}${filled}${search ? `?${search}` : ''}`;
}

export async function startWorld(): Promise<World> {
  const folder = temporaryFolder();
  const bridge = await startTestBridge();
  const walletsFile = bridge.writeWalletsFile(folder);
  const signIn = { domains: [domain], wallets_file: walletsFile };
  const [open, closed, limited] = await Promise.all([
    startTestNode({
      settings: {
        sign_in: { ...signIn, who: 'anyone', telegram_bot_token: botToken },
        storage: { max_upload_bytes: 1_000_000 },
        chain: { network: 'embedded' },
      },
    }),
    startTestNode({ settings: { sign_in: signIn, storage: { quota_bytes: 10 } } }),
    startTestNode({
      settings: {
        node: { type: 'public', public_host: 'https://node.example.org', port: 0 },
        http: { trusted_proxies: ['127.0.0.1'], requests_per_minute: 1 },
      },
    }),
  ]);
  let wallets = 0;
  let sponsor: Promise<TestNode> | undefined;
  const startSponsor = async () => {
    const node = await startTestNode({
      settings: { chain: { network: 'embedded', sponsor_registrations: true } },
    });
    await store(node, await node.token('storage:write'), Buffer.from('abc'));
    await hasMarket(node);
    return node;
  };

  const world: World = {
    open,
    closed,
    limited,
    sponsor: () => {
      sponsor ??= startSponsor();
      return sponsor;
    },
    token: await open.token(...scope.options),
    send: (node, target, call) =>
      rawRequest(urlOf(node, target, call), {
        method: target.method,
        headers: { ...(call.token === undefined ? {} : { Authorization: call.token }), ...call.headers },
        ...(call.body === undefined ? {} : { body: call.body }),
      }),
    prove: async (node, wallet) => {
      const challenge = await node.ask('/api/v1/auth.twa', { method: 'POST', ...json({}) });
      const { auth_v1_token } = (await challenge.json()) as { auth_v1_token: string };
      wallets += 1;
      return (wallet ?? testWallet(wallets)).prove(domain, auth_v1_token);
    },
    session: async () => {
      const proof = await world.prove(open);
      const response = await open.ask('/api/v1/auth.twa', { method: 'POST', ...json({ ton_proof: proof }) });
      const { auth_v1_token } = (await response.json()) as { auth_v1_token: string };
      return { token: auth_v1_token, wallet: proof.account.address };
    },
    stored: () => store(open, world.token, randomBytes(100)),
    registered: async (price = registration.price) => {
      const id = await world.stored();
      const order = await world.order({ ...registration, price, content_id: id });
      return { id: order.content_id ?? '', address: order.content_address ?? '' };
    },
    order: async (request) => {
      const asked = { pay_with: 'practice_wallet', ...request };
      const response = await postToEnd(open, '/local/orders', asked);
      const { query_id } = (await response.json()) as Order;
      return vi.waitUntil(async () => {
        const order = await orderOf(open, query_id);
        return order?.state === 'confirmed' && order;
      }, patience);
    },
    stop: async () => {
      await Promise.all([open.stop(), closed.stop(), limited.stop(), sponsor?.then((node) => node.stop())]);
      await bridge.stop();
      rmSync(folder, { recursive: true });
    },
  };
  await store(open, world.token, Buffer.from('abc'));
  await hasMarket(open);
  return world;
}

/** Returns a JSON body with its type. */
export const json = (value: unknown): { body: string; headers: Record<string, string> } => ({
  body: JSON.stringify(value),
  headers: { 'Content-Type': 'application/json' },
});

const registration = {
  ...{ kind: 'register', title: 'Song', price: '1000000000', resale_price: '0', allow_resale: false },
  ...{ downloadable: true, royalties: [] },
};

const hasMarket = (node: TestNode): Promise<boolean> =>
  vi.waitUntil(async () => {
    const response = await node.askLocal('/local/chain');
    return ((await response.json()) as { platform: { state: string } }).platform.state === 'deployed';
  }, patience);

async function orderOf(node: TestNode, queryId: string): Promise<Order | undefined> {
  const { items } = (await (await node.askLocal('/local/orders')).json()) as OrderPage;
  return items.find(({ query_id }) => query_id === queryId);
}

async function store(node: TestNode, token: string, bytes: Buffer<ArrayBuffer>): Promise<string> {
  const response = await node.ask('/api/v1/storage', {
    method: 'POST',
    body: bytes,
    headers: { Authorization: token },
  });
  return ((await response.json()) as { content_sha256: string }).content_sha256;
}
