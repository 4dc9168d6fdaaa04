import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type * as z from 'zod';
import { type LocalContent, localContent, localUpload } from '../../src/contract/dashboard-api/content.ts';
import { transferList } from '../../src/contract/dashboard-api/fetch.ts';
import { localPeer } from '../../src/contract/dashboard-api/peers.ts';
import { share, sharedList, shareHost, shareHostList } from '../../src/contract/dashboard-api/sharing.ts';
import { problemDocument } from '../../src/contract/problems.ts';
import { openDashboard } from '../support/node/open-dashboard.ts';
import { startPublicNode } from '../support/node/public-node.ts';
import { runAlcove, serveNodeIn } from '../support/node/run-alcove.ts';
import { json, startTestNode, type TestNode, temporaryFolder } from '../support/node/start-test-node.ts';
import { randomBytes } from '../support/random-bytes.ts';
import { longIt } from '../support/random-runs.ts';

let alcove: TestNode;
let friend: TestNode & { host: string };

beforeAll(async () => {
  [alcove, friend] = await Promise.all([startTestNode(), startPublicNode()]);
  const added = await alcove.askLocal('/local/peers', { method: 'POST', ...json({ url: friend.host }) });
  expect(localPeer.parse(await added.json())).toMatchObject({ state: 'compatible' });
});
afterAll(async () => {
  await alcove.stop();
  await friend.stop();
});

type Ask = (path: string, init?: RequestInit) => Promise<Response>;

async function store(ask: Ask, name: string, bytes: Buffer): Promise<LocalContent> {
  const headers = { 'X-File-Name': Buffer.from(name).toString('base64') };
  const response = await ask('/local/content', { method: 'POST', body: new Uint8Array(bytes), headers });
  return localUpload.parse(await response.json()).content;
}

const read = async <S extends z.ZodType>(ask: Ask, path: string, schema: S): Promise<z.output<S>> =>
  schema.parse(await (await ask(path)).json());

/** Polls until the condition is met, or the time limit of the test. */
async function eventually<T>(get: () => Promise<T>, isSo: (found: T) => boolean): Promise<T> {
  for (;;) {
    const found = await get();
    if (isSo(found)) return found;
    await new Promise((wake) => setTimeout(wake, 20));
  }
}

const contentOf = (ask: Ask, id: string) => read(ask, `/local/content/${id}`, localContent);
const isShared = ({ shares }: LocalContent) => shares[0]?.state === 'shared';
const post = (body: object): RequestInit => ({ method: 'POST', ...json(body) });
const hostQuery = (host: string) => `host=${encodeURIComponent(host)}`;

describe('sharing over the dashboard API', () => {
  it('shares a file by a link that opens without the app, and stops sharing it', async () => {
    const { host } = friend;
    const bytes = randomBytes(100_000);
    const { content_id: id } = await store(alcove.askLocal, 'Picture of the sea.png', bytes);

    const before = await read(alcove.askLocal, '/local/share-hosts', shareHostList);
    expect(before.hosts).toMatchObject([{ host, signed_in: null, reachable: true, contents: 0 }]);
    const early = await alcove.askLocal(`/local/content/${id}/shares`, post({ host, listed: true }));
    expect(early.status).toBe(502);
    expect(problemDocument.parse(await early.json())).toMatchObject({ code: 'peer_refused' });

    const signedIn = await alcove.askLocal('/local/share-hosts', post({ host }));
    expect(shareHost.parse(await signedIn.json())).toMatchObject({ host, signed_in: { way: 'wallet' } });
    const asked = await alcove.askLocal(`/local/content/${id}/shares`, post({ host, listed: true }));
    const { url, page_url } = share.parse(await asked.json());
    const content = await eventually(() => contentOf(alcove.askLocal, id), isShared);
    expect(content.shares).toMatchObject([{ host, listed: true, url, message: null }]);

    const opened = await fetch(url);
    expect(Buffer.from(await opened.arrayBuffer())).toEqual(bytes);
    expect(page_url).toBe(`${host}/s/${id}`);
    expect(await (await fetch(page_url ?? '')).text()).toContain('Picture of the sea');
    const listed = await eventually(
      async () => (await (await fetch(`${host}/api/v1/content.list`)).json()) as { items: object[] },
      ({ items }) => items.length > 0,
    );
    expect(listed.items).toMatchObject([{ content_id: id, title: 'Picture of the sea' }]);

    // Without a chain, too, the author is known from the other node, and has a friendly address.
    await alcove.askLocal('/local/sync', { method: 'POST' });
    await eventually(
      () => contentOf(alcove.askLocal, id),
      ({ author_address: author }) => author !== null,
    );

    // Later changes of the description reach the other node, too.
    await alcove.askLocal(`/local/content/${id}`, { method: 'PATCH', ...json({ title: 'The sea' }) });
    await eventually(
      async () => (await (await fetch(`${host}/api/v1/content.list`)).json()) as { items: object[] },
      ({ items }) => JSON.stringify(items).includes('"The sea"'),
    );

    expect(await read(alcove.askLocal, `/local/shares?${hostQuery(host)}`, sharedList)).toMatchObject({
      shares: [{ content_id: id, stored: true, state: 'shared', size: bytes.length }],
    });
    expect(await read(alcove.askLocal, '/local/transfers', transferList)).toEqual({ transfers: [] });

    const query = hostQuery(host);
    expect((await alcove.askLocal(`/local/content/${id}/shares?${query}`, { method: 'DELETE' })).status).toBe(
      200,
    );
    await eventually(
      () => contentOf(alcove.askLocal, id),
      ({ shares }) => shares.length === 0,
    );
    expect((await fetch(url, { headers: { 'Cache-Control': 'only-if-cached' } })).status).toBe(404);
    const again = await alcove.askLocal(`/local/content/${id}/shares?${query}`, { method: 'DELETE' });
    expect(problemDocument.parse(await again.json())).toMatchObject({ code: 'share_not_found' });
  });

  it('lists files under their present titles', async () => {
    const { host } = friend;
    const { content_id: id } = await store(alcove.askLocal, 'track 01.mp3', randomBytes(60));
    await alcove.askLocal(`/local/content/${id}/shares`, post({ host }));
    const names = async () =>
      (await read(alcove.askLocal, '/local/shares', sharedList)).shares.map(({ name }) => name);
    expect(await names()).toEqual(['track 01']);
    const media = { state: 'made', maker: 1, title: 'Low tide' };
    await alcove.askLocal(`/local/content/${id}/media`, { method: 'PUT', ...json(media) });
    expect(await names()).toEqual(['Low tide']);
    await alcove.askLocal(`/local/content/${id}`, { method: 'PATCH', ...json({ title: 'High tide' }) });
    expect(await names()).toEqual(['High tide']);
    await eventually(() => contentOf(alcove.askLocal, id), isShared);
    await alcove.askLocal(`/local/content/${id}/shares?${hostQuery(host)}`, { method: 'DELETE' });
    await eventually(names, (list) => list.length === 0);
  });

  it('still shows deleted files, so that they can be unshared', async () => {
    const { host } = friend;
    await alcove.askLocal('/local/share-hosts', post({ host }));
    const { content_id: id } = await store(alcove.askLocal, 'a.txt', randomBytes(50));
    await alcove.askLocal(`/local/content/${id}/shares`, post({ host }));
    await eventually(() => contentOf(alcove.askLocal, id), isShared);
    await alcove.askLocal(`/local/content/${id}`, { method: 'DELETE' });
    const { shares } = await read(alcove.askLocal, '/local/shares', sharedList);
    expect(shares).toMatchObject([{ content_id: id, name: 'a', stored: false, state: 'shared' }]);
    await alcove.askLocal(`/local/content/${id}/shares?${hostQuery(host)}`, { method: 'DELETE' });
    await eventually(
      () => read(alcove.askLocal, '/local/shares', sharedList),
      (list) => list.shares.length === 0,
    );
  });

  it('rejects unknown nodes and contents by name', async () => {
    const { content_id: id } = await store(alcove.askLocal, 'b.txt', randomBytes(50));
    const unknown = 'http://127.0.0.1:9';
    const codes = await Promise.all(
      [
        alcove.askLocal('/local/share-hosts', post({ host: unknown })),
        alcove.askLocal(`/local/content/${id}/shares`, post({ host: unknown })),
        alcove.askLocal(`/local/content/${'0'.repeat(64)}/shares`, post({ host: friend.host })),
        alcove.askLocal(`/local/content/nothing/shares`, post({ host: friend.host })),
        alcove.askLocal(`/local/share-hosts?${hostQuery(unknown)}`, { method: 'DELETE' }),
        alcove.askLocal('/local/share-hosts', post({ host: 'not a host' })),
      ].map(async (answer) => problemDocument.parse(await (await answer).json()).code),
    );
    expect(codes).toEqual([
      'peer_not_found',
      'peer_not_found',
      'content_not_found',
      'invalid_content_id',
      'peer_not_found',
      'invalid_request',
    ]);
  });

  it('signs out', async () => {
    const { host } = friend;
    await alcove.askLocal('/local/share-hosts', post({ host }));
    const out = await alcove.askLocal(`/local/share-hosts?${hostQuery(host)}`, { method: 'DELETE' });
    expect(out.status).toBe(200);
    const { hosts } = await read(alcove.askLocal, '/local/share-hosts', shareHostList);
    expect(hosts).toMatchObject([{ host, signed_in: null }]);
  });
});

/** Everything below a folder, as one text. */
const everything = (folder: string): string =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
    .join('\n');

longIt('the practice network shares at once, and the token stays between the two nodes', async () => {
  const dataDir = temporaryFolder();
  const environment = { ALCOVE_LOG_LEVEL: 'trace' };
  const node = await serveNodeIn({ environment }, dataDir, '--practice');
  try {
    const headers = { Authorization: `Bearer ${(await openDashboard(dataDir)).token}` };
    const ask: Ask = (path, init) =>
      fetch(node.ready.dashboard_url + path, { ...init, headers: { ...headers, ...init?.headers } });
    const list = () => read(ask, '/local/share-hosts', shareHostList);
    const { hosts } = await eventually(list, (found) => found.hosts[0]?.signed_in != null);
    expect(hosts).toMatchObject([{ signed_in: { way: 'practice' }, reachable: true }]);
    const host = hosts[0]?.host ?? '';
    const bytes = randomBytes(1000);
    const { content_id: id } = await store(ask, 'practice.txt', bytes);
    await ask(`/local/content/${id}/shares`, post({ host, listed: true }));
    const { shares } = await eventually(() => contentOf(ask, id), isShared);
    const opened = await fetch(shares[0]?.url ?? '');
    expect(Buffer.from(await opened.arrayBuffer())).toEqual(bytes);

    const tokens = await runAlcove('token', 'list', '--data-dir', join(dataDir, 'practice'), '--json');
    expect(JSON.parse(tokens.stdout).tokens).toMatchObject([{ scopes: ['storage:write', 'content:read'] }]);
    // No string in any output is a token that signs in.
    const written = `${node.log()}\n${JSON.stringify(hosts)}\n${everything(dataDir)}`;
    for (const [word] of written.matchAll(/(?<![\w-])[\w-]{43}(?![\w-])/g)) {
      const tried = await fetch(`${host}/api/v1/account`, { headers: { Authorization: `Bearer ${word}` } });
      expect(tried.status).toBe(401);
    }
    await ask('/local/practice', { method: 'DELETE' });
    expect((await list()).hosts).toEqual([]);
    expect((await contentOf(ask, id)).shares).toEqual([]);
  } finally {
    await node.end();
    rmSync(dataDir, { recursive: true, force: true });
  }
});
