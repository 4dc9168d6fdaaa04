import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { contentIdOf } from '../../src/core/content-id.ts';
import { quoteRemote } from '../../src/features/public-nodes/index.ts';
import { type EncryptedShares, KeyNotDeposited } from '../../src/features/sharing/encrypted-shares.ts';
import { temporaryFolder } from '../support/node/start-test-node.ts';
import { patience } from '../support/patience.ts';
import { longFile, type Sharer, sha256Of, startSharer } from './sharer.ts';

const key = 'AGE-SECRET-KEY-1QQPQQQ';
const contentAddress = `0:${'1'.repeat(64)}`;

interface KeyHost {
  host: string;
  /** Received key deposits, with their session. */
  deposits: { authorization: string | undefined; body: unknown }[];
  take: (response: ServerResponse) => void;
  /** The ids of removal requests. */
  removed: string[];
  stop(): Promise<void>;
}

const json = (response: ServerResponse, status: number, document: unknown): void => {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(document));
};

/** A node that stores all files and accepts keys as the test wants; each sign-in gets another token. */
async function startKeyHost(): Promise<KeyHost> {
  let sessions = 0;
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const body = Buffer.concat(parts);
    if (request.url === '/api/v1/auth.twa') json(response, 200, { auth_v1_token: `token-${++sessions}` });
    else if (request.method === 'POST') json(response, 200, { content_id: contentIdOf(sha256Of(body)) });
    else if (request.method === 'PUT') {
      const { authorization } = request.headers;
      node.deposits.push({ authorization, body: JSON.parse(body.toString()) });
      node.take(response);
    } else if (request.method === 'DELETE') {
      node.removed.push(request.url?.split('/').at(-1) ?? '');
      json(response, 200, { deleted: true });
    } else json(response, 200, {});
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const node: KeyHost = {
    host: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    deposits: [],
    removed: [],
    take: (response) => json(response, 200, {}),
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return node;
}

let keyHost: KeyHost;
let sharer: Sharer;
let folder: string;
let encrypted: EncryptedShares;
beforeEach(async () => {
  folder = temporaryFolder();
  encrypted = {
    partsOf: () => [],
    restrictedAs: () => undefined,
    hasKey: () => true,
    keyOf: () => ({ contentAddress, key }),
  };
  [keyHost, sharer] = await Promise.all([startKeyHost(), startSharer({ folder, encrypted })]);
  await sharer.addPeer(keyHost.host);
});
afterEach(async () => {
  await sharer.stop();
  await keyHost.stop();
});

async function shareEncrypted(): Promise<Buffer> {
  const sha256 = await sharer.addContent(longFile(1000));
  await sharer.sharing.signIn(keyHost.host);
  await sharer.sharing.share(sha256, { host: keyHost.host, listed: false });
  return sha256;
}

const untilKey = (sha256: Buffer, state: string) =>
  sharer.until(() => {
    const share = sharer.shareOf(sha256, keyHost.host);
    return share?.key === state && share;
  });

it('sends the file, then the key, in the session that uploaded the file', async () => {
  const sha256 = await shareEncrypted();
  expect(await untilKey(sha256, 'deposited')).toMatchObject({ state: 'shared', message: null });
  expect(keyHost.deposits).toEqual([
    // The first token was a challenge.
    { authorization: 'Bearer token-2', body: { content_address: contentAddress, key } },
  ]);
  expect(sharer.logged.join()).not.toContain(key);
});

it('keeps the key until the content is on the chain, also after a restart', async () => {
  const { keyOf } = encrypted;
  encrypted.keyOf = () => {
    throw new KeyNotDeposited('sharing.keyFollows');
  };
  const sha256 = await shareEncrypted();
  await sharer.until(() => sharer.shareOf(sha256, keyHost.host)?.message?.reason === 'sharing.keyFollows');
  expect(sharer.shareOf(sha256, keyHost.host)).toMatchObject({ state: 'shared', key: 'waiting' });
  await sharer.close();
  encrypted.keyOf = keyOf;
  sharer = await startSharer({ folder, encrypted });
  await untilKey(sha256, 'deposited');
});

it('retries while the node does not see the content on the chain', async () => {
  let times = 0;
  keyHost.take = (response) =>
    ++times === 1 ? json(response, 404, { code: 'content_not_found' }) : json(response, 200, {});
  const sha256 = await shareEncrypted();
  await sharer.until(() => sharer.shareOf(sha256, keyHost.host)?.message);
  expect(sharer.shareOf(sha256, keyHost.host)).toMatchObject({ key: 'waiting' });
  sharer.sharing.chainChanged();
  await untilKey(sha256, 'deposited');
});

it('deposits a key that waits at once after a new sign-in', async () => {
  keyHost.take = (response) => json(response, 503, {});
  const sha256 = await shareEncrypted();
  const attempts = () => {
    if (keyHost.deposits.length < 10) sharer.sharing.chainChanged();
    return keyHost.deposits.length;
  };
  // The pauses between attempts get longer.
  await expect.poll(attempts, patience).toBe(10);
  keyHost.take = (response) => json(response, 200, {});
  await sharer.sharing.signIn(keyHost.host);
  await untilKey(sha256, 'deposited');
});

it('reports that the node refuses the key; the file stays shared', async () => {
  keyHost.take = (response) => json(response, 400, { code: 'key_invalid', detail: `Not ${key}!` });
  const sha256 = await shareEncrypted();
  const share = await untilKey(sha256, 'failed');
  expect(share).toMatchObject({
    state: 'shared',
    message: quoteRemote('sharing.keyRefused', 'Not …!'),
  });
});

it('does not share a sold plain file, and names its encrypted file instead', async () => {
  const sha256 = await sharer.addContent(longFile(1000));
  await sharer.sharing.signIn(keyHost.host);
  const other = Buffer.alloc(32, 1);
  encrypted.restrictedAs = () => ({ encrypted: other });
  const share = () => sharer.sharing.share(sha256, { host: keyHost.host, listed: false });
  await expect(share()).rejects.toThrow(contentIdOf(other));
  encrypted.restrictedAs = () => ({ encrypted: null });
  await expect(share()).rejects.toThrow('being encrypted');
  await sharer.sharing.shareRegistered({ sha256, host: keyHost.host, title: 'Song' });
  expect(sharer.sharing.shared(undefined)).toEqual([]);
});

it('unshares a plain file when its sale begins, also after a restart', async () => {
  const [first, second] = [
    await sharer.addContent(longFile(1000)),
    await sharer.addContent(longFile(1000, 7)),
  ];
  await sharer.sharing.signIn(keyHost.host);
  for (const sha256 of [first, second]) {
    await sharer.sharing.share(sha256, { host: keyHost.host, listed: true });
    await untilKey(sha256, 'deposited');
  }
  await sharer.sharing.unsharePlain(first);
  await sharer.until(() => sharer.shareOf(first, keyHost.host) === undefined);
  expect(keyHost.removed).toEqual([contentIdOf(first)]);
  await sharer.close();
  encrypted.restrictedAs = (sha256) => (sha256.equals(second) ? { encrypted: null } : undefined);
  sharer = await startSharer({ folder, encrypted });
  await sharer.until(() => sharer.shareOf(second, keyHost.host) === undefined);
  expect(keyHost.removed).toEqual([contentIdOf(first), contentIdOf(second)]);
});
