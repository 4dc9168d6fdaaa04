import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openNodeDatabase } from '../../src/app/node-database.ts';
import { localContent } from '../../src/contract/dashboard-api/content.ts';
import { contentList } from '../../src/contract/node-api/content.ts';
import { type ViewedContent, viewedContent } from '../../src/contract/node-api/serving.ts';
import { answerOf, edit, patch, store } from '../support/node/content-world.ts';
import { startTestNode, type TestNode, temporaryFolder } from '../support/node/start-test-node.ts';
import { pictureNamed, pngChunk, pngOf, samplePictures, svgBomb } from '../support/pictures.ts';

const dataDir = temporaryFolder();
let alcove: TestNode;
let token: string;

beforeAll(async () => {
  alcove = await startTestNode({ dataDir });
  token = await alcove.token('storage:write', 'content:read');
});
afterAll(async () => {
  await alcove.stop();
  rmSync(dataDir, { recursive: true });
});

/** All are declared as pictures. */
const picture = (bytes: Buffer<ArrayBuffer>) =>
  store(alcove, token, bytes, { name: 'cover.png', type: 'image/png' });
const cover = (id: string, init?: RequestInit) => fetch(`${alcove.node.dashboardUrl}/covers/${id}`, init);
const view = async (id: string) =>
  viewedContent.parse((await answerOf(alcove.ask(`/api/v1/content.view/${id}`))).body);
const local = async (id: string) =>
  localContent.parse((await answerOf(alcove.askLocal(`/local/content/${id}`))).body);

const harmful: [string, Buffer<ArrayBuffer>, RegExp][] = [
  ['an SVG that draws without end', svgBomb(), /isn’t a PNG/],
  ['a page', Buffer.from('<!doctype html><script>1</script>'), /isn’t a PNG/],
  ['a picture of 20,000 × 20,000 pixels', pngOf(20_000, 20_000), /megapixels/],
  ['an animation', pngOf(9, 9, [pngChunk('acTL', Buffer.alloc(8, 1))]), /animated/],
  ['a picture of 5 MB', pngOf(9, 9, [pngChunk('tEXt', Buffer.alloc(5e6, 'a\0'))]), /larger than 4 MB/],
];

describe.each(harmful)('%s', (name, bytes, reason) => {
  it('is rejected as cover, with the reason', async () => {
    const id = await store(alcove, token, `covered by ${name}`);
    const cover_id = await picture(bytes);
    expect(await patch(alcove, id, { cover_id })).toMatchObject({
      status: 400,
      body: {
        code: 'invalid_request',
        errors: [{ path: 'body.cover_id', message: expect.stringMatching(reason) }],
      },
    });
    expect((await cover(cover_id)).status).toBe(404);
  });
});

it('drops a forbidden cover of an earlier version, from this record and others', async () => {
  const songs = await Promise.all(
    harmful.map(([name]) => store(alcove, token, `covered long ago by ${name}`)),
  );
  const ids = await Promise.all(harmful.map(([, bytes]) => picture(bytes)));
  for (const id of songs) await edit(alcove, id, { published: true });
  await alcove.stop();
  const db = openNodeDatabase(dataDir);
  const shaOf = (text: string | Buffer) => createHash('sha256').update(text).digest();
  for (const [name, bytes] of harmful) {
    db.prepare('UPDATE contents SET cover = ? WHERE sha256 = ?').run(
      shaOf(bytes),
      shaOf(`covered long ago by ${name}`),
    );
  }
  db.close();
  alcove = await startTestNode({ dataDir });
  for (const [at, id] of songs.entries()) {
    expect(await view(id)).toMatchObject({
      cover_id: null,
      display_options: { metadata: { image: null } },
    });
    expect(await local(id)).toMatchObject({ cover_id: ids[at], cover_url: null });
  }
  const { items } = contentList.parse((await answerOf(alcove.ask('/api/v1/content.list'))).body);
  expect(items).toHaveLength(songs.length);
  for (const item of items) expect(item).toMatchObject({ cover_id: null });
});

it.each(Object.entries({ png: pictureNamed('shown'), ...samplePictures }))(
  'sends a %s with its detected type, whatever was declared',
  async (kind, bytes) => {
    const id = await store(alcove, token, bytes, { name: 'cover.bin', type: 'application/x-unknown' });
    const song = await store(alcove, token, `covered by a ${kind}`);
    const { cover_url: url } = await edit(alcove, song, { cover_id: id });
    expect(url).toBe(`/covers/${id}`);
    const response = await cover(id);
    const type = kind.startsWith('webp') ? 'image/webp' : `image/${kind}`;
    expect([response.status, response.headers.get('content-type')]).toEqual([200, type]);
    expect(response.headers.get('cross-origin-resource-policy')).toBe('same-origin');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true);
    expect((await cover(id, { method: 'HEAD' })).headers.get('content-length')).toBe(String(bytes.length));
    const { metadata } = (await view(song)).display_options;
    expect(metadata.image?.split('?')[0]).toBe(`${alcove.node.nodeUrl}/api/v1/storage/${id}`);
  },
);

describe('a picture element of a page without an origin', () => {
  const fromPage = { headers: { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Dest': 'image' } };
  const imageOf = async (id: string): Promise<string> =>
    (await view(id)).display_options.metadata.image as string;

  it('loads only a cover, by its link, which stays the same', async () => {
    const bytes = pictureNamed('linked');
    const id = await picture(bytes);
    const song = await store(alcove, token, 'covered for pages');
    await edit(alcove, song, { cover_id: id });
    const image = await imageOf(song);
    expect(await imageOf(song)).toBe(image);
    const response = await fetch(image, fromPage);
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'private, max-age=3600']);
    expect(response.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true);
    expect((await fetch(`${image.split('?')[0]}`, fromPage)).status).toBe(403);
    expect((await fetch(image.replace(id, song), fromPage)).status).toBe(403);
  });

  it('needs no signature from a public node', async () => {
    const other = await startTestNode({
      settings: { node: { type: 'public', public_host: 'https://node.example.org' } },
    });
    onTestFinished(() => other.stop());
    const writer = await other.token('storage:write', 'content:read');
    const id = await store(other, writer, pictureNamed('public'), { name: 'p.png', type: 'image/png' });
    const song = await store(other, writer, 'covered in public');
    await edit(other, song, { cover_id: id, published: true });
    const record = (await (await other.ask(`/api/v1/content.view/${song}`)).json()) as ViewedContent;
    expect(record.display_options.metadata.image).toBe(`https://node.example.org/api/v1/storage/${id}`);
  });
});

it('serves covers to pages of the dashboard only, and no other stored files', async () => {
  const id = await picture(pictureNamed('mine'));
  for (const site of ['cross-site', 'same-site']) {
    const answer = await answerOf(cover(id, { headers: { 'Sec-Fetch-Site': site } }));
    expect(answer).toMatchObject({ status: 403, body: { code: 'cross_site' } });
  }
  expect((await cover(id, { headers: { 'Sec-Fetch-Site': 'same-origin' } })).status).toBe(200);
  expect((await cover(await store(alcove, token, 'a text'))).status).toBe(404);
  expect((await cover('0'.repeat(64))).status).toBe(404);
  expect((await cover('nothing')).status).toBe(400);
});

it('the dashboard’s policy allows stored pictures from its own origin only', async () => {
  const policy = (await fetch(alcove.node.dashboardUrl)).headers.get('content-security-policy');
  expect(policy).toContain("img-src 'self' data: blob:;");
  expect(policy).not.toContain(alcove.node.nodeUrl);
});
