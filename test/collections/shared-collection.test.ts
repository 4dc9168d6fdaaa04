import { afterAll, beforeAll, expect, it } from 'vitest';
import { manifestType } from '../../src/contract/collections/media-types.ts';
import type { LocalContent } from '../../src/contract/dashboard-api/content.ts';
import { collectionShared } from '../../src/contract/dashboard-api/library/collection-shares.ts';
import { collectionDetails, entryPage } from '../../src/contract/dashboard-api/library/collections.ts';
import { problemDocument } from '../../src/contract/problems.ts';
import { identityFromSeed } from '../../src/crypto/identity.ts';
import { manifestFile, readManifest, signManifest } from '../../src/features/content/manifests/manifest.ts';
import type { TestNode } from '../support/node/start-test-node.ts';
import { randomKey } from '../support/random-bytes.ts';
import { type Friend, post, startSharingNodes, store } from './sharing-nodes.ts';

let alcove: TestNode;
let friend: Friend;

beforeAll(async () => {
  [alcove, friend] = await startSharingNodes();
});
afterAll(async () => {
  await alcove.stop();
  await friend.stop();
});

/** Asks until it is so, or the test's time is up. */
async function eventually<T>(read: () => Promise<T>, isSo: (found: T) => boolean): Promise<T> {
  for (;;) {
    const found = await read();
    if (isSo(found)) return found;
    await new Promise((wake) => setTimeout(wake, 20));
  }
}

it('shares a nested collection under one link, which another node can add', async () => {
  const create = async (title: string, parent_id?: string) =>
    collectionDetails.parse(await post(alcove, '/local/collections', { kind: 'album', title, parent_id }));
  const outer = await create('<b>Harbour</b> & "co"');
  const inner = await create('Extras', outer.id);
  const [song, hidden, extra, gone] = [
    await store(alcove, '<img src=x onerror=alert(1)>.mp3'),
    await store(alcove, 'hidden.mp3'),
    await store(alcove, 'extra.mp3'),
    await store(alcove, 'gone.mp3'),
  ];
  const add = (id: string, ...contents: LocalContent[]) =>
    post(alcove, `/local/collections/${id}/entries`, {
      entries: contents.map(({ content_id }) => ({ content_id })),
    });
  await add(outer.id, song, hidden, gone);
  await add(inner.id, extra);
  await alcove.askLocal(`/local/content/${gone.content_id}`, { method: 'DELETE' });

  const share = async () =>
    collectionShared.parse(
      await post(alcove, `/local/collections/${outer.id}/shares`, { host: friend.host }),
    );
  const { content_id: manifestId, shared, left_out } = await share();
  expect([shared, left_out]).toEqual([4, 1]);
  expect((await share()).content_id).toBe(manifestId);

  const page = `${friend.host}/s/${manifestId}`;
  const text = await eventually(
    async () => (await fetch(page)).text(),
    (html) => html.match(/href="\/s\//g)?.length === 3,
  );
  expect(text).toContain('<h1 dir="auto">&lt;b&gt;Harbour&lt;/b&gt; &amp; &quot;co&quot;</h1>');
  expect(text).toContain('<p class="facts">Album · 4 items</p>');
  const russian = await fetch(page, { headers: { 'Accept-Language': 'ru' } });
  expect(await russian.text()).toContain('<p class="facts">Альбом · 4 элемента</p>');
  expect(text).toContain('property="og:title" content="&lt;b&gt;Harbour');
  expect(text).toContain(`<a href="/s/${song.content_id}"><bdi>&lt;img src=x onerror=alert(1)&gt;</bdi></a>`);
  expect(text).not.toMatch(/<img|<b>/);
  expect(text).toContain('<span class="gone"><bdi>gone.mp3</bdi></span>');
  expect(text).not.toContain(`/s/${gone.content_id}`);
  const bytes = Buffer.from(await (await fetch(`${friend.host}/api/v1/storage/${manifestId}`)).arrayBuffer());
  expect(readManifest(bytes)).toMatchObject({ node: alcove.node.publicKey, wallet: null });

  const added = collectionDetails.parse(
    await post(friend, '/local/collections/import', { content_id: manifestId }),
  );
  expect(added).toMatchObject({ title: '<b>Harbour</b> & "co"', items: 4, contents: 4 });
  const { items } = entryPage.parse(
    await (await friend.askLocal(`/local/collections/${added.id}/entries`)).json(),
  );
  expect(items.map((one) => (one.type === 'content' ? one.content !== null : one.collection.title))).toEqual([
    'Extras',
    true,
    true,
    false,
  ]);
});

it('shows a manifest that was changed as a file, and refuses to add it', async () => {
  const identity = identityFromSeed(randomKey());
  const unsigned = {
    ...{ kind: 'folder' as const, title: 'Real', description: '', artists: [], cover_id: null },
    ...{ entries: [], created_at: '2026-01-31T12:00:00.000Z' },
  };
  const manifest = signManifest(identity, unsigned, null);
  const forged = manifestFile({ ...manifest, title: 'Forged' });
  const { content_id: id } = await store(alcove, 'forged.json', { bytes: forged, type: manifestType });
  const refusal = problemDocument.parse(await post(alcove, '/local/collections/import', { content_id: id }));
  expect(refusal).toMatchObject({ code: 'invalid_request', reason: 'collections.notManifest' });
  const real = await store(alcove, 'real.json', { bytes: manifestFile(manifest), type: manifestType });
  const made = collectionDetails.parse(
    await post(alcove, '/local/collections/import', { content_id: real.content_id }),
  );
  expect(made.title).toBe('Real');
});
