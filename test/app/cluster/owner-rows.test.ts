import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { CollectionShared } from '../../../src/contract/dashboard-api/library/collection-shares.ts';
import type { CollectionDetails } from '../../../src/contract/dashboard-api/library/collections.ts';
import type { Share } from '../../../src/contract/dashboard-api/sharing.ts';
import { post, store } from '../../collections/sharing-nodes.ts';
import { startPublicNode } from '../../support/node/public-node.ts';
import { runAlcove } from '../../support/node/run-alcove.ts';
import { fetchAfterTimers, json, type TestNode } from '../../support/node/start-test-node.ts';
import { patience } from '../../support/patience.ts';
import { missingPostgres } from '../../support/postgres/postgres-server.ts';
import { type Cluster, openCluster } from '../../support/replicas/cluster.ts';

const missing = missingPostgres();

describe.skipIf(missing)(`rows of the owner${missing ? ` (skipped: ${missing})` : ''}`, () => {
  let cluster: Cluster;
  let friend: TestNode & { host: string };
  let a: TestNode;
  let b: TestNode;
  const running = new Set<TestNode>();

  const start = async (name: string) => {
    const replica = await cluster.startHere(name);
    running.add(replica);
    return replica;
  };
  const end = async (replica: TestNode) => {
    running.delete(replica);
    await replica.stop();
  };

  beforeAll(async () => {
    [cluster, friend] = await Promise.all([openCluster(), startPublicNode()]);
    const migrated = await runAlcove('cluster', 'migrate', '--cluster-file', cluster.clusterFile());
    expect(migrated.stderr).toBe('');
    [a, b] = await Promise.all([start('a'), start('b')]);
    await post(a, '/local/peers', { url: friend.host });
    await vi.waitFor(async () => {
      const host = await post(a, '/local/share-hosts', { host: friend.host });
      expect(host).toMatchObject({ signed_in: { way: 'wallet' } });
    }, patience);
  });
  afterAll(async () => {
    await Promise.all([...running, friend].map((node) => node?.stop()));
    await cluster?.close();
  });

  const read = async <T>(at: TestNode, path: string): Promise<T> => (await at.askLocal(path)).json();
  const entriesAt = (at: TestNode, id: string) =>
    read<{ items: { content?: { name: string } }[] }>(at, `/local/collections/${id}/entries`);
  const namesAt = async (at: TestNode, id: string) =>
    (await entriesAt(at, id)).items?.map(({ content }) => content?.name);
  const sharesAt = async (at: TestNode) =>
    (await read<{ shares: (Share & { content_id: string })[] }>(at, '/local/shares')).shares;
  const stateAt = async (at: TestNode, id: string) =>
    (await sharesAt(at)).find(({ content_id }) => content_id === id)?.state;
  const add = (at: TestNode, id: string, ...contents: { content_id: string }[]) =>
    post(at, `/local/collections/${id}/entries`, {
      entries: contents.map(({ content_id }) => ({ content_id })),
    });
  const create = (at: TestNode, title: string) =>
    post(at, '/local/collections', { kind: 'album', title }) as Promise<CollectionDetails>;
  const pageAt = async (base: string, id: string) => (await fetchAfterTimers(`${base}/s/${id}`)).status;
  const unshare = (at: TestNode, path: string, host: string) =>
    at.askLocal(`${path}?host=${encodeURIComponent(host)}`, { method: 'DELETE' });

  it('change a collection on any replica, also on both at once', async () => {
    const { id } = await create(a, 'Harbour');
    const songs = [await store(a, 'one.mp3'), await store(b, 'two.mp3')] as const;
    await expect.poll(async () => (await b.askLocal(`/local/collections/${id}`)).status, patience).toBe(200);
    const edited = await b.askLocal(`/local/collections/${id}`, {
      method: 'PATCH',
      ...json({ title: 'Port' }),
    });
    expect(edited.status).toBe(200);
    await expect
      .poll(async () => (await b.askLocal(`/local/content/${songs[0].content_id}`)).status, patience)
      .toBe(200);
    await Promise.all([add(a, id, songs[0]), add(b, id, songs[0], songs[1])]);
    for (const at of [a, b]) {
      await expect
        .poll(async () => (await namesAt(at, id)).toSorted(), patience)
        .toEqual(['one.mp3', 'two.mp3']);
      expect(await read(at, `/local/collections/${id}`)).toMatchObject({ title: 'Port', items: 2 });
    }
    // The one that is later finds it deleted, as on one node.
    const answers = await Promise.all(
      [a, b].map((at) => at.askLocal(`/local/collections/${id}`, { method: 'DELETE' })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404]);
    await expect.poll(async () => (await b.askLocal(`/local/collections/${id}`)).status, patience).toBe(404);
  });

  it('share a collection of one replica by another, and unshare it by the first', async () => {
    const { id } = await create(a, 'Low Tide');
    const song = await store(a, 'ebb.mp3');
    await add(a, id, song);
    await expect.poll(async () => (await namesAt(b, id))?.length, patience).toBe(1);
    const { content_id: manifest, shared } = (await post(b, `/local/collections/${id}/shares`, {
      host: friend.host,
    })) as CollectionShared;
    expect(shared).toBe(1);
    for (const at of [a, b]) {
      for (const one of [manifest, song.content_id]) {
        await expect.poll(() => stateAt(at, one), patience).toBe('shared');
      }
      // Its bytes are in the bucket.
      const got = await at.askLocal(`/local/collections/${id}/shares`);
      expect(await got.json()).toMatchObject({ shares: [{ content_id: manifest, state: 'shared' }] });
      expect(await pageAt(at.node.nodeUrl, manifest)).toBe(200);
    }
    expect(await pageAt(friend.host, manifest)).toBe(200);

    expect((await unshare(a, `/local/collections/${id}/shares`, friend.host)).status).toBe(200);
    await delay(2_000);
    expect([undefined, 'withdrawing']).toContain(await stateAt(b, manifest));
    for (const one of [manifest, song.content_id]) {
      await expect.poll(() => pageAt(friend.host, one), patience).toBe(404);
      for (const at of [a, b]) await expect.poll(() => stateAt(at, one), patience).toBeUndefined();
    }
  });

  it('serve what a friend shares on one from all, and not on any 2 s after it is unshared', async () => {
    const token = await a.token('storage:write');
    const headers = { Authorization: `Bearer ${token}` };
    const at = `${a.node.nodeUrl}/api/v1/storage`;
    const stored = await fetchAfterTimers(at, { method: 'POST', headers, body: 'A letter' });
    const { content_id: letter } = (await stored.json()) as { content_id: string };
    for (const replica of [a, b]) {
      await expect.poll(() => pageAt(replica.node.nodeUrl, letter), patience).toBe(200);
    }
    const removed = await fetchAfterTimers(`${at}/${letter}`, { method: 'DELETE', headers });
    expect(removed.status).toBe(200);
    expect(await pageAt(a.node.nodeUrl, letter)).toBe(404);
    await delay(2_000);
    expect(await pageAt(b.node.nodeUrl, letter)).toBe(404);
  });

  it('remember positions of playback and what the owner has seen', async () => {
    const film = await store(a, 'film.mp4');
    const path = `/local/playback/${film.content_id}`;
    await a.askLocal(path, { method: 'PUT', ...json({ unit: 'seconds', position: 61.5, length: 7200 }) });
    await expect.poll(() => read(b, path), patience).toEqual({ position: 61.5 });
    await b.askLocal(path, { method: 'PUT', ...json({ unit: 'seconds', position: 7199, length: 7200 }) });
    await expect.poll(() => read(a, path), patience).toEqual({ position: null });

    const newAt = async (at: TestNode) => {
      const list = await read<{ notifications: { is_new: boolean }[] }>(at, '/local/notifications');
      return new Set(list.notifications.map(({ is_new }) => is_new));
    };
    expect(await newAt(b)).toContain(true);
    // More than any number of the activity log.
    await post(b, '/local/notifications/seen', { until: 'zzzzzz', open: ['a notice'] });
    await expect.poll(() => newAt(a), patience).toEqual(new Set([false]));
    expect(await read(a, '/local/notifications')).toMatchObject({ seen_open: ['a notice'] });
  });

  it('survive the replicas that wrote them', async () => {
    const { id } = await create(b, 'Kept');
    const song = await store(b, 'kept.mp3');
    await add(b, id, song);
    await post(b, `/local/content/${song.content_id}/shares`, { host: friend.host });
    await expect.poll(() => stateAt(a, song.content_id), patience).toBe('shared');
    await Promise.all([end(a), end(b)]);
    const third = await start('third');
    expect(await namesAt(third, id)).toEqual(['kept.mp3']);
    expect(await stateAt(third, song.content_id)).toBe('shared');
    // It leads, and has the sign-in of the others.
    expect((await unshare(third, `/local/content/${song.content_id}/shares`, friend.host)).status).toBe(200);
    await expect.poll(() => pageAt(friend.host, song.content_id), patience).toBe(404);
  });
});
