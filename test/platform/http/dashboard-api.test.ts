import { createParser } from 'eventsource-parser';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { overview } from '../../../src/contract/dashboard-api/administration/monitoring.ts';
import {
  type LocalContent,
  localContentPage,
  localUpload,
} from '../../../src/contract/dashboard-api/content.ts';
import { localPeer } from '../../../src/contract/dashboard-api/peers.ts';
import { json, startTestNode, type TestNode } from '../../support/node/start-test-node.ts';
import { randomBytes } from '../../support/random-bytes.ts';

let alcove: TestNode;

beforeAll(async () => {
  alcove = await startTestNode();
});
afterAll(() => alcove.stop());

async function store(name: string, bytes: BodyInit = randomBytes(100)): Promise<LocalContent> {
  const response = await alcove.askLocal('/local/content', {
    method: 'POST',
    body: bytes,
    headers: { 'X-File-Name': Buffer.from(name).toString('base64') },
  });
  return localUpload.parse(await response.json()).content;
}

const page = async (query: string) =>
  localContentPage.parse(await (await alcove.askLocal(`/local/content?${query}`)).json());

it('returns an overview that matches its contract', async () => {
  const response = overview.parse(await (await alcove.askLocal('/local/overview')).json());
  expect(response.node).toMatchObject({
    public_key: alcove.node.publicKey,
    node_url: alcove.node.nodeUrl,
    node_type: 'private',
  });
  expect(response.network).toEqual({ mode: 'undecided', peers: 0, reachable_peers: 0 });
  expect(response.storage.free_bytes).toBeGreaterThan(0);
});

it('does not enter practice mode when the practice node cannot start', async () => {
  expect((await alcove.askLocal('/local/practice', { method: 'POST' })).status).toBe(500);
  const { network } = overview.parse(await (await alcove.askLocal('/local/overview')).json());
  expect(network.mode).toBe('undecided');
});

describe('content', () => {
  it('is stored, listed newest first, found by a part of its name and deleted', async () => {
    const first = await store('Summer song.mp3', Buffer.from('la la la'));
    const second = await store('Winter 100%_report.txt', 'brr');
    expect((await page('')).items.map(({ name }) => name)).toEqual([second.name, first.name]);
    expect(first.content_type).toBe('audio/mpeg');
    for (const [q, names] of [
      ['SONG', ['Summer song.mp3']],
      ['er', ['Winter 100%_report.txt', 'Summer song.mp3']],
      ['%_', ['Winter 100%_report.txt']],
      ['"song" OR', []],
      ['\0song\0', ['Summer song.mp3']],
    ] as const) {
      const found = await page(`q=${encodeURIComponent(q)}`);
      expect(
        found.items.map(({ name }) => name),
        q,
      ).toEqual(names);
      expect(found.total).toBe(names.length);
    }
    expect(await (await fetch(first.content_url)).text()).toBe('la la la');
    expect((await fetch(`${first.content_url}?download=1`)).headers.get('content-disposition')).toMatch(
      /^attachment/,
    );
    expect((await alcove.askLocal(`/local/content/${first.content_id}`, { method: 'DELETE' })).status).toBe(
      200,
    );
    expect((await fetch(first.content_url)).status).toBe(404);
    expect((await alcove.askLocal(`/local/content/${first.content_id}`, { method: 'DELETE' })).status).toBe(
      404,
    );
    expect((await page('')).total).toBe(1);
  });

  it('can be stored again after or during its deletion', async () => {
    const bytes = randomBytes(2000);
    const { content_id, content_url } = await store('again.bin', bytes);
    await Promise.all([
      alcove.askLocal(`/local/content/${content_id}`, { method: 'DELETE' }),
      ...Array.from({ length: 5 }, () => store('again.bin', bytes)),
    ]);
    const { status } = await fetch(content_url);
    const listed = (await page('q=again')).total;
    expect([status, listed]).toEqual(listed === 1 ? [200, 1] : [404, 0]);
    await store('again.bin', bytes);
    expect(Buffer.from(await (await fetch(content_url)).arrayBuffer()).equals(bytes)).toBe(true);
  });

  it('is paged consistently while more arrives', async () => {
    for (let n = 0; n < 7; n += 1) await store(`page ${n}.txt`, `page ${n}`);
    const one = await page('q=page&limit=3');
    await store('page new.txt', 'page new');
    // `skip` counts from any cursor.
    const far = await page(`q=page&limit=3&cursor=${one.top_cursor}&skip=2`);
    expect(far.items.map(({ name }) => name)).toEqual([4, 3, 2].map((n) => `page ${n}.txt`));
    const all = (await page('limit=100')).items.map(({ name }) => name);
    expect((await page('limit=100&skip=3')).items.map(({ name }) => name)).toEqual(all.slice(3));
    expect(await page('q=page&skip=100')).toMatchObject({ items: [], next_cursor: null, top_cursor: null });
    const two = await page(`q=page&limit=3&cursor=${one.next_cursor}`);
    const three = await page(`q=page&limit=3&cursor=${two.next_cursor}`);
    expect([...one.items, ...two.items, ...three.items].map(({ name }) => name)).toEqual(
      [6, 5, 4, 3, 2, 1, 0].map((n) => `page ${n}.txt`),
    );
    expect(three.next_cursor).toBeNull();
    expect((await alcove.askLocal('/local/content?cursor=!')).status).toBe(400);
    expect((await alcove.askLocal('/local/content?limit=1000')).status).toBe(400);
  });
});

describe('peers', () => {
  it('are stored with the reason when they are unreachable', async () => {
    const response = await alcove.askLocal('/local/peers', {
      method: 'POST',
      ...json({ url: 'http://127.0.0.1:9' }),
    });
    const peer = localPeer.parse(await response.json());
    expect(peer).toMatchObject({
      host: 'http://127.0.0.1:9',
      state: 'unreachable',
      failure: { code: 'refused' },
      source: 'named',
    });
    const removed = await alcove.askLocal(`/local/peers?host=${encodeURIComponent(peer.host)}`, {
      method: 'DELETE',
    });
    expect(removed.status).toBe(200);
    expect(await (await alcove.askLocal('/local/peers')).json()).toEqual({ peers: [] });
  });

  it('complete a handshake, or show a warning when incompatible', async () => {
    const other = await startTestNode({
      settings: { node: { type: 'public', public_host: 'http://localhost:1', port: 0 } },
    });
    const response = await alcove.askLocal('/local/peers', {
      method: 'POST',
      ...json({ url: other.node.nodeUrl }),
    });
    expect(await response.json()).toMatchObject({
      state: 'unreachable',
      failure: { code: 'invalid_answer' },
    });
    await other.stop();
  });

  it.each(['', 'ftp://a.example', 'https://user:pass@a.example', 'not a host at all', 'http://'])(
    'are rejected for the address “%s”',
    async (url) => {
      const response = await alcove.askLocal('/local/peers', {
        method: 'POST',
        ...json({ url }),
      });
      expect(await response.json()).toMatchObject({ status: 400, code: 'invalid_request' });
    },
  );
});

it('sends an event for each change', async () => {
  const response = await alcove.askLocal('/local/events');
  const topics: string[] = [];
  const parser = createParser({
    onEvent: ({ data }) => topics.push((JSON.parse(data) as { topic: string }).topic),
  });
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  const until = async (topic: string) => {
    while (!topics.includes(topic)) parser.feed(new TextDecoder().decode((await reader.read()).value));
  };
  await until('ready');
  await store('event.txt', 'an event');
  await until('content');
  await until('overview');
  await until('storage');
  for (const [path, body, topic] of [
    ['recovery', { passphrase: 'nine ravens over the bridge' }, 'storage'],
    ['first-run', { skip: ['meet'] }, 'overview'],
    ['notifications/seen', { until: null, open: [] }, 'notifications'],
  ] as const) {
    topics.length = 0;
    await alcove.askLocal(`/local/${path}`, { method: 'POST', ...json(body) });
    await until(topic);
  }
  await reader.cancel();
});

it.each([
  ['{', 'POST', '/local/peers'],
  ['{"url":5}', 'POST', '/local/peers'],
  ['{"url":"x".', 'POST', '/local/peers/retry'],
])('rejects the body %s of %s %s', async (body, method, path) => {
  const response = await alcove.askLocal(path, {
    method,
    body,
    headers: { 'Content-Type': 'application/json' },
  });
  expect(await response.json()).toMatchObject({
    status: 400,
    code: 'invalid_request',
    errors: [expect.any(Object)],
  });
});
