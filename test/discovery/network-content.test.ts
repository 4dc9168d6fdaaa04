import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openNodeDatabase } from '../../src/app/node-database.ts';
import type { Subscription, SyncState } from '../../src/contract/dashboard-api/discovery.ts';
import type { Transfer } from '../../src/contract/dashboard-api/fetch.ts';
import type { RemoteContentList } from '../../src/contract/node-api/discovery.ts';
import { parseContentId } from '../../src/core/content-id.ts';
import { freePort } from '../support/node/free-port.ts';
import { json, startTestNode, type TestNode } from '../support/node/start-test-node.ts';
import { patience } from '../support/patience.ts';
import { svgBomb } from '../support/pictures.ts';

let host: string;
let other: TestNode;
let own: TestNode;
let token: string;

beforeAll(async () => {
  const port = await freePort();
  host = `http://127.0.0.1:${port}`;
  other = await startTestNode({ settings: { node: { type: 'public', public_host: host, port } } });
  own = await startTestNode({ settings: { network: { bootstrap: [host] } } });
  token = await own.token('content:read');
});
afterAll(async () => {
  await own.stop();
  await other.stop();
});

async function publish(text: string, edit: object): Promise<string> {
  const stored = await other.askLocal('/local/content', { method: 'POST', body: text });
  const { content } = (await stored.json()) as { content: { content_id: string } };
  await other.askLocal(`/local/content/${content.content_id}`, {
    method: 'PATCH',
    ...json({ ...edit, published: true }),
  });
  return content.content_id;
}

const local = async <T>(path: string): Promise<T> => (await (await own.askLocal(path)).json()) as T;
const syncNow = () => own.askLocal('/local/sync', { method: 'POST' });
async function find(query: string): Promise<RemoteContentList> {
  const response = await own.ask(`/api/v1/network.content?${query}`, { headers: { Authorization: token } });
  expect(response.status).toBe(200);
  return (await response.json()) as RemoteContentList;
}

describe('a content on another node', () => {
  it('is found by anybody with a token, and by the dashboard', async () => {
    const id = await publish('waves', { title: 'Waves at night', hashtags: ['sea'] });
    await syncNow();
    await vi.waitFor(async () => expect((await find('q=wav')).total).toBe(1), patience);
    const found = await find('q=wav');
    expect(found.items).toMatchObject([
      {
        ...{ content_id: id, title: 'Waves at night', stored: false, sources: [host] },
        content_url: `${own.node.nodeUrl}/api/v1/storage/${id}`,
      },
    ]);
    expect(await local('/local/found?q=wav')).toMatchObject(found);
    // Its contents are found before the pass over that node ends.
    await expect
      .poll(() => local<SyncState>('/local/sync'))
      .toMatchObject({ contents: 1, nodes: [{ host, contents: 1, behind: false, message: null }] });
    expect((await own.ask('/api/v1/network.content')).status).toBe(401);
  });

  it('does not show a local cover that must not be shown, named by another node', async () => {
    const names = ['a bomb', 'elsewhere'] as const;
    const db = openNodeDatabase(other.dataDir);
    for (const name of names) {
      const id = await publish(`covered by ${name}`, { hashtags: ['covered'] });
      const cover = name === 'a bomb' ? svgBomb() : Buffer.from(name);
      db.prepare('UPDATE contents SET cover = ? WHERE sha256 = ?').run(
        createHash('sha256').update(cover).digest(),
        parseContentId(id).sha256,
      );
    }
    db.close();
    const headers = { 'Content-Type': 'image/png' };
    await own.askLocal('/local/content', { method: 'POST', body: svgBomb(), headers });
    await syncNow();
    await vi.waitFor(async () => expect((await find('hashtag=covered')).total).toBe(2), patience);
    const covers = { items: [{ cover_id: expect.any(String) }, { cover_id: null }] };
    expect(await find('hashtag=covered')).toMatchObject(covers);
    expect(await local('/local/found?hashtag=covered')).toMatchObject(covers);
  });

  it('is listed in pages, and invalid cursors or owners are rejected with a message', async () => {
    for (let i = 0; i < 5; i += 1) await publish(`page ${i}`, { title: `Page ${i}`, hashtags: ['page'] });
    await syncNow();
    await vi.waitFor(async () => expect((await find('hashtag=page')).total).toBe(5), patience);
    const first = await find('hashtag=page&limit=3');
    const rest = await find(`hashtag=page&limit=3&cursor=${first.next_cursor}`);
    expect([...first.items, ...rest.items].map(({ title }) => title)).toEqual(
      [4, 3, 2, 1, 0].map((i) => `Page ${i}`),
    );
    expect(rest.next_cursor).toBeNull();
    for (const query of ['cursor=-', 'owner=me', 'limit=0']) {
      const response = await own.ask(`/api/v1/network.content?${query}`, {
        headers: { Authorization: token },
      });
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ code: 'invalid_request', errors: [{}] });
    }
  });

  it('is stored by a subscription, and not listed as this node’s own', async () => {
    const response = await own.askLocal('/local/subscriptions', {
      method: 'POST',
      ...json({ kind: 'hashtag', value: '#sea' }),
    });
    expect(response.status).toBe(201);
    const { id } = (await response.json()) as Subscription;
    const list = () => local<{ subscriptions: Subscription[] }>('/local/subscriptions');
    await vi.waitFor(
      async () => expect((await list()).subscriptions).toMatchObject([{ stored: 1 }]),
      patience,
    );
    const [found] = (await find('hashtag=sea')).items;
    expect(found).toMatchObject({ stored: true });
    const bytes = await own.ask(`/api/v1/storage/${found?.content_id}`, {
      headers: { 'Cache-Control': 'only-if-cached' },
    });
    expect(await bytes.text()).toBe('waves');
    expect(await local(`/local/content/${found?.content_id}`)).toMatchObject({
      title: 'Waves at night',
      published: false,
      copy: { host, subscribed: true, pinned: false },
    });

    const end = () => own.askLocal(`/local/subscriptions/${id}`, { method: 'DELETE' });
    expect((await end()).status).toBe(200);
    expect((await end()).status).toBe(404);
    await vi.waitFor(
      async () =>
        expect(await local(`/local/content/${found?.content_id}`)).toMatchObject({
          copy: { subscribed: false },
        }),
      patience,
    );
  });

  it('is fetched at the request of the owner', async () => {
    const id = await publish('brought', { title: 'Brought' });
    const fetchIt = () =>
      own.askLocal('/local/copies', { method: 'POST', ...json({ content_id: id, pinned: true }) });
    expect([200, 202]).toContain((await fetchIt()).status);
    await vi.waitFor(
      async () => expect(await local(`/local/content/${id}`)).toMatchObject({ copy: { pinned: true } }),
      patience,
    );
    expect((await fetchIt()).status).toBe(200);
    expect((await local<{ transfers: Transfer[] }>('/local/transfers')).transfers).toEqual([]);
    expect((await own.askLocal('/local/transfers/none', { method: 'DELETE' })).status).toBe(404);
  });

  it('needs no copy when it is an own file', async () => {
    const stored = await own.askLocal('/local/content', { method: 'POST', body: 'an own file' });
    const { content } = (await stored.json()) as { content: { content_id: string } };
    const response = await own.askLocal('/local/copies', {
      method: 'POST',
      ...json({ content_id: content.content_id, pinned: true }),
    });
    expect([response.status, await response.json()]).toEqual([
      200,
      { content_id: content.content_id, stored: true },
    ]);
    const pin = { method: 'PATCH', ...json({ pinned: true }) };
    expect((await own.askLocal(`/local/copies/${content.content_id}`, pin)).status).toBe(404);
  });

  it('is removed from the index when the node is removed from the list', async () => {
    await own.askLocal(`/local/peers?${new URLSearchParams({ host })}`, { method: 'DELETE' });
    await vi.waitFor(async () => expect((await find('')).total).toBe(0), patience);
  });
});
