import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { scope } from '../../src/contract/scopes.ts';
import { type RawAnswer, rawRequest } from '../raw-request.ts';
import { startTestNode, type TestNode, temporaryFolder } from '../start-test-node.ts';
import { startTestBridge } from './ton-connect-bridge.ts';
import { testWallet } from './wallet-proof.ts';

/** How an operation is called; the path comes from the document. */
export interface Call {
  params?: Record<string, string>;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: string | Buffer;
  /** Sent bare, as existing web clients do. */
  token?: string;
}

/** An operation to call. */
export interface Target {
  method: string;
  path: string;
}

const domain = 'app.example.org';
/** Of the bot whose init data the open node takes. */
const botToken = '12345:conformance';
/** The hash of the three bytes that the open node stores. */
export const abc = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';

/** Nodes in the states that the answers of the interface need. */
export interface World {
  /** Anyone may sign in; it stores `abc`. */
  open: TestNode;
  /** Only its owner may sign in, and not by Telegram; it has room for ten bytes. */
  closed: TestNode;
  /** Public, with one request a minute for each address. */
  limited: TestNode;
  /** Has every right on the open node. */
  token: string;
  send(node: TestNode, target: Target, call: Call): Promise<RawAnswer>;
  /** A proof of a wallet of its own, for a challenge of this node. */
  prove(node: TestNode): Promise<ReturnType<ReturnType<typeof testWallet>['prove']>>;
  /** Signs a new wallet in on the open node. */
  session(): Promise<{ token: string; wallet: string }>;
  /** Stores new bytes on the open node. @returns their hash */
  stored(): Promise<string>;
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

  const world: World = {
    open,
    closed,
    limited,
    token: await open.token(...scope.options),
    send: (node, target, call) =>
      rawRequest(urlOf(node, target, call), {
        method: target.method,
        headers: { ...(call.token === undefined ? {} : { Authorization: call.token }), ...call.headers },
        ...(call.body === undefined ? {} : { body: call.body }),
      }),
    prove: async (node) => {
      const challenge = await node.ask('/api/v1/auth.twa', { method: 'POST', ...json({}) });
      const { auth_v1_token } = (await challenge.json()) as { auth_v1_token: string };
      wallets += 1;
      return testWallet(wallets).prove(domain, auth_v1_token);
    },
    session: async () => {
      const proof = await world.prove(open);
      const answer = await open.ask('/api/v1/auth.twa', { method: 'POST', ...json({ ton_proof: proof }) });
      const { auth_v1_token } = (await answer.json()) as { auth_v1_token: string };
      return { token: auth_v1_token, wallet: proof.account.address };
    },
    stored: () => store(open, world.token, randomBytes(100)),
    stop: async () => {
      await Promise.all([open.stop(), closed.stop(), limited.stop()]);
      await bridge.stop();
      rmSync(folder, { recursive: true });
    },
  };
  await store(open, world.token, Buffer.from('abc'));
  return world;
}

/** A JSON body with its type. */
export const json = (value: unknown): { body: string; headers: Record<string, string> } => ({
  body: JSON.stringify(value),
  headers: { 'Content-Type': 'application/json' },
});

async function store(node: TestNode, token: string, bytes: Buffer<ArrayBuffer>): Promise<string> {
  const answer = await node.ask('/api/v1/storage', {
    method: 'POST',
    body: bytes,
    headers: { Authorization: token },
  });
  return ((await answer.json()) as { content_sha256: string }).content_sha256;
}
