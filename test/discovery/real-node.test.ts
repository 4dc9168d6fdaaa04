import { rmSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { json, startTestNode, type TestNode } from '../support/node/start-test-node.ts';
import { longIt } from '../support/random-runs.ts';
import { startTestSync, type TestSync } from './test-sync.ts';

/** The list of a node as another one indexes it. */
let node: TestNode;
let own: TestSync;

beforeAll(async () => {
  node = await startTestNode();
});
afterAll(() => node.stop());
beforeEach(() => {
  own = startTestSync();
  own.knows(node.node.nodeUrl);
});
afterEach(async () => {
  await own.stop();
  rmSync(own.folder, { recursive: true, force: true });
});

async function store(text: string, edit: object): Promise<string> {
  const response = await node.askLocal('/local/content', { method: 'POST', body: text });
  const { content } = (await response.json()) as { content: { content_id: string } };
  await change(content.content_id, edit);
  return content.content_id;
}
async function change(id: string, edit: object): Promise<void> {
  const response = await node.askLocal(`/local/content/${id}`, { method: 'PATCH', ...json(edit) });
  expect(response.status).toBe(200);
}

it('indexes the published contents of another node and follows changes until their deletion', async () => {
  const song = await store('a song', {
    title: 'Sea song',
    authors: ['Ada'],
    hashtags: ['summer'],
    published: true,
  });
  await store('a secret', { title: 'Sea secret' });
  await own.sync.run();
  expect(own.found({ q: 'sea' }).items).toMatchObject([
    { content_id: song, title: 'Sea song', authors: ['Ada'], hashtags: ['summer'], size: 6, stored: false },
  ]);

  await change(song, { title: 'Lake song' });
  await own.sync.now();
  expect(own.titles({ q: 'sea' })).toEqual([]);
  expect(own.titles({ q: 'lake' })).toEqual(['Lake song']);

  await change(song, { published: false });
  await own.sync.now();
  expect(own.titles()).toEqual([]);

  await change(song, { published: true });
  await own.sync.now();
  expect(own.titles()).toEqual(['Lake song']);

  await node.askLocal(`/local/content/${song}`, { method: 'DELETE' });
  await own.sync.now();
  expect(own.titles()).toEqual([]);
});

longIt('continues from its cursor, and starts again with a node that was set up again', async () => {
  for (let i = 0; i < 130; i += 1) await store(`number ${i}`, { title: `Number ${i}`, published: true });
  await own.sync.run();
  expect(own.found().total).toBe(130);
  const pages = own.paces.length;
  await own.sync.now();
  expect(own.paces.length - pages).toBe(1);

  const other = await startTestNode();
  try {
    // As if the old node had this address: its cursors mean nothing to the new one.
    own.db.prepare('UPDATE peers SET host = ?').run(other.node.nodeUrl);
    own.db.prepare('UPDATE sync_states SET host = ?').run(other.node.nodeUrl);
    await own.sync.now();
    expect(own.found().total).toBe(0);
    expect(own.nodeState(other.node.nodeUrl)).toMatchObject({ contents: 0, behind: false, message: null });
  } finally {
    await other.stop();
  }
});
