import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LocalContentPage } from '../../src/contract/dashboard-api/content.ts';
import { FileSecretStore } from '../../src/core/data-folder/secrets.ts';
import { SecretBox } from '../../src/crypto/secret-box.ts';
import { forWebUsers, type WebUser, webUser } from '../orders/support/web-user.ts';
import { json } from '../support/node/start-test-node.ts';
import { samplePictures } from '../support/pictures.ts';
import { randomBytes } from '../support/random-bytes.ts';
import {
  bytesOf,
  fetchFrom,
  patience,
  problemOf,
  type Seller,
  seller,
  sha256,
  ton,
} from './support/seller.ts';

let shop: Seller;
let author: WebUser;
let buyer: WebUser;
beforeAll(async () => {
  shop = await seller({ settings: { ...forWebUsers, storage: { user_quota_bytes: 10_000_000 } } });
  await shop.hasMarket();
  [author, buyer] = [await webUser(shop.alcove, 71), await webUser(shop.alcove, 72)];
});
afterAll(() => shop.stop());

const stranger = (path: string, init?: RequestInit) => shop.alcove.ask(path, init);
const storage = (id: string) => `/api/v1/storage/${id}`;

/** The key data in the node's database, decrypted with its secret: strangers never get it. */
function keyOf(encrypted: string): string {
  const db = new Database(join(shop.alcove.dataDir, 'alcove.db'), { readonly: true });
  try {
    const row = db
      .prepare<[Buffer], { key: Buffer }>('SELECT key FROM content_keys WHERE sealed_sha256 = ?')
      .get(Buffer.from(encrypted, 'hex'));
    const secret = new FileSecretStore(shop.alcove.dataDir).load();
    return new SecretBox(secret as Buffer, 'content-key').decrypt(row?.key as Buffer) ?? '';
  } finally {
    db.close();
  }
}

/** With Debian's `age`, which `npm test` installs. */
function ageDecrypt(file: Buffer, identity: string): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'alcove-age-'));
  try {
    writeFileSync(join(folder, 'key'), `${identity}\n`);
    return execFileSync('age', ['-d', '-i', join(folder, 'key')], { input: file, maxBuffer: 1e9 });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe('a file sold by the owner of the node', () => {
  it('is encrypted for everybody, decrypted by age with its key, and readable with access', async () => {
    const plain = randomBytes(300_000);
    const { content_id: id } = await shop.upload(plain, 'song.mp3');
    const waveform = Array.from({ length: 400 }, (_, n) => n % 256);
    const facts = { state: 'made', maker: 1, duration_ms: 192_000, waveform };
    const thumbnail = samplePictures.webp.toString('base64');
    const made = await shop.alcove.askLocal(`/local/content/${id}/media`, {
      method: 'PUT',
      ...json({ ...facts, title: 'Morning Song', thumbnail }),
    });
    expect(made.status).toBe(200);
    const sold = await shop.sell(id);
    // The thumbnail stays with the plain file, because it would show what is for sale.
    expect(sold).toMatchObject({
      media: { duration_ms: 192_000, title: 'Morning Song', has_waveform: true },
      thumbnail_url: null,
    });
    expect(await shop.ask(`/local/content/${sold.content_id}/media`)).toMatchObject({ waveform });
    expect((await shop.ask<LocalContentPage>('/local/content?q=morning')).items).toHaveLength(1);
    expect(sold).toMatchObject({
      ...{ title: 'A song', published: true, content_type: 'application/octet-stream', encryption: null },
      encrypted: { plain_type: 'audio/mpeg', plain_size: plain.length, key: true },
    });
    expect(sold.encrypted?.content_address).toMatch(/^[\w-]{48}$/);

    // The plain bytes are removed, and a request by their hash returns the price.
    expect(await problemOf(await stranger(storage(id)))).toMatchObject({
      ...{ status: 402, code: 'licence_required', price: `${ton}`, resale_price: `${2n * ton}` },
      content_address: sold.encrypted?.content_address,
    });
    expect(await problemOf(await stranger(`/api/v1/content.view?content_id=${id}`))).toMatchObject({
      status: 402,
    });
    const ciphertext = await bytesOf(await stranger(storage(sold.content_id)));
    expect(sha256(ciphertext)).toBe(sold.content_sha256);
    expect(ciphertext.subarray(0, 21).toString()).toBe('age-encryption.org/v1');
    const key = keyOf(sold.content_sha256);
    expect(ageDecrypt(ciphertext, key).equals(plain)).toBe(true);

    const seen = await (await stranger(`/api/v1/content.view?content_id=${sold.content_id}`)).json();
    expect(seen).toMatchObject({
      ...{ content_type: 'audio/mpeg', content_ext: 'mp3', key_hash: sha256(Buffer.from(key)) },
      ...{ size: ciphertext.length, display_options: { content_url: null } },
    });
    const list = await (await stranger('/api/v1/content.list')).text();
    expect(list).toContain(sold.content_id);
    for (const hash of [id, sha256(plain)]) expect(list).not.toContain(hash);

    const opened = await shop.open(sold.content_id);
    expect(opened).toMatchObject({ content_type: 'audio/mpeg', size: plain.length, downloadable: true });
    const response = await fetchFrom(shop.alcove, opened.url);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      ...{ 'content-type': 'audio/mpeg', 'cache-control': 'private, no-store', 'accept-ranges': 'bytes' },
      ...{ 'cross-origin-resource-policy': 'cross-origin', 'referrer-policy': 'no-referrer' },
      ...{ 'content-disposition': 'inline; filename=song.mp3', 'content-length': '300000' },
      'content-security-policy': expect.stringContaining('sandbox'),
    });
    expect((await bytesOf(response)).equals(plain)).toBe(true);
  });

  it('answers ranges of the plain bytes, within a chunk, across chunks and at the end', async () => {
    const plain = randomBytes(700_001);
    const sold = await shop.sell((await shop.upload(plain, 'film.mp4')).content_id);
    const { url } = await shop.open(sold.content_id);
    const whole = await fetchFrom(shop.alcove, url, { method: 'HEAD' });
    const etag = whole.headers.get('etag') ?? '';
    expect(etag).not.toContain(`${sold.content_sha256}"`);
    for (const [start, end] of [
      [0, 0],
      [65_530, 65_545],
      [100_000, 600_000],
      [524_280, 524_300],
      [699_990, 700_000],
    ] as const) {
      const headers = { Range: `bytes=${start}-${end}`, 'If-Range': etag };
      const part = await fetchFrom(shop.alcove, url, { headers });
      expect(part.headers.get('content-range')).toBe(`bytes ${start}-${end}/700001`);
      expect((await bytesOf(part, 206)).equals(plain.subarray(start, end + 1))).toBe(true);
    }
    const last = await fetchFrom(shop.alcove, url, { headers: { Range: 'bytes=-7' } });
    expect((await bytesOf(last, 206)).equals(plain.subarray(-7))).toBe(true);
    const beyond = await fetchFrom(shop.alcove, url, { headers: { Range: 'bytes=700001-' } });
    expect(beyond.status).toBe(416);
    const other = await fetchFrom(shop.alcove, url, { headers: { Range: 'bytes=0-1', 'If-Range': '"x"' } });
    expect((await bytesOf(other)).equals(plain)).toBe(true);
    const known = await fetchFrom(shop.alcove, url, { headers: { 'If-None-Match': etag } });
    expect([known.status, known.headers.get('cache-control')]).toEqual([304, 'private, no-store']);
  });

  it('can be downloaded by its author, whatever others may do', async () => {
    const plain = randomBytes(1000);
    const sold = await shop.sell((await shop.upload(plain, 'page.html')).content_id, { downloadable: false });
    const opened = await shop.open(sold.content_id);
    expect(opened).toMatchObject({ downloadable: true, content_type: 'text/html' });
    const { headers } = await fetchFrom(shop.alcove, `${opened.url}&download=1`);
    expect(headers.get('content-disposition')).toMatch(/^attachment/);
    expect(headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none'/);
  });

  it('can be empty or have one byte', async () => {
    const { content_id } = await shop.upload(randomBytes(1), 'one.bin');
    const sold = await shop.sell(content_id);
    const bytes = await bytesOf(await fetchFrom(shop.alcove, (await shop.open(sold.content_id)).url));
    expect(bytes.length).toBe(1);
  });
});

describe('an access link', () => {
  it('is valid only for its content and its user, unaltered, and for six hours', async () => {
    const sold = await shop.sell((await shop.upload(randomBytes(100))).content_id);
    const another = await shop.sell((await shop.upload(randomBytes(100))).content_id);
    const { url, expires_at } = await shop.open(sold.content_id);
    expect(Date.parse(expires_at) - Date.now()).toBeGreaterThan(5.4 * 3_600_000);
    expect(Date.parse(expires_at) - Date.now()).toBeLessThanOrEqual(6 * 3_600_000);
    const access = new URL(url).searchParams.get('access') ?? '';
    const [expires = '', user = '', mac = ''] = access.split('.');
    const forged = [
      `${Number(expires) + 1}.${user}.${mac}`,
      `${expires}.${Buffer.from('user:1').toString('base64url')}.${mac}`,
      `${expires}.${user}.${mac.slice(0, -2)}AA`,
      `${expires}.${user}.`,
      '',
      'x'.repeat(600),
    ];
    const tries = [
      ...forged.map((text) => `${storage(sold.content_id)}?access=${text}`),
      `${storage(another.content_id)}?access=${access}`,
      // The response discloses nothing about stored contents.
      `${storage('0'.repeat(64))}?access=${access}`,
    ];
    for (const path of tries) {
      expect(await problemOf(await stranger(path)), path).toMatchObject({
        status: 403,
        code: 'access_invalid',
      });
    }
    expect((await fetchFrom(shop.alcove, url)).status).toBe(200);
  });

  it('is accepted from pages without an origin, such as sandboxed viewers', async () => {
    const sold = await shop.sell((await shop.upload(randomBytes(100))).content_id);
    const { url } = await shop.open(sold.content_id);
    const sandboxed = { Origin: 'null', 'Sec-Fetch-Site': 'cross-site' };
    const response = await fetchFrom(shop.alcove, url, { headers: sandboxed });
    expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([200, '*']);
    const without = await stranger(storage(sold.content_id), { headers: sandboxed });
    expect(await problemOf(without)).toMatchObject({ code: 'cross_site' });
  });
});

describe('a file sold by a user', () => {
  it('is readable for the user and buyers; others get the encrypted file', async () => {
    const text = `A song, ${randomBytes(8).toString('hex')}`;
    const plain = await author.upload(text);
    const before = await author.client.content.view(plain);
    expect(before.display_options.content_url).not.toBeNull();
    const terms = { allowResale: true, resaleLicensePrice: `${2n * ton}`, downloadable: false };
    const published = await author.publish(plain, terms);

    // From the call on, before anything is on the chain.
    expect(await problemOf(await stranger(storage(plain)))).toMatchObject({ code: 'licence_required' });
    expect(
      await problemOf(
        await stranger(storage(plain), { method: 'HEAD' }).then((answer) => new Response('{}', answer)),
      ),
    ).toMatchObject({ status: 402 });
    await expect(buyer.client.content.view(plain)).rejects.toMatchObject({ code: 'licence_required' });
    const decoded = (await (await stranger(`/api/v1/storage.decodeContentId/${plain}`)).json()) as object;
    expect(decoded).toMatchObject({ stored: false });
    const own = await author.client.content.view(plain);
    expect((await bytesOf(await fetchFrom(shop.alcove, own.display_options.content_url))).toString()).toBe(
      text,
    );

    await author.send(published);
    const [intent] = await author.intents();
    const encrypted = intent?.content_id ?? '';
    expect(encrypted).not.toBe(plain);
    const seen = () => buyer.client.content.view(encrypted);
    await expect.poll(async () => (await seen()).content_address, patience).not.toBeNull();
    const { content_address } = await seen();
    expect((await seen()).display_options.content_url).toBeNull();
    const whole = async () => {
      const { display_options } = await buyer.client.content.view(encrypted);
      return display_options.content_url;
    };
    expect((await author.client.content.view(encrypted)).display_options.content_url).toMatch(/access=/);

    await buyer.send(await buyer.buy(content_address ?? '', 'resale'));
    await expect.poll(whole, patience).toMatch(/access=/);
    const link = await whole();
    expect((await bytesOf(await fetchFrom(shop.alcove, link))).toString()).toBe(text);
    // Its author allows viewing only.
    const asFile = await fetchFrom(shop.alcove, `${link}&download=1`);
    expect(asFile.headers.get('content-disposition')).toMatch(/^inline/);
    const listed: (string | null)[] = [];
    for await (const item of buyer.client.content.list()) {
      if (item.content_id === encrypted && 'title' in item) listed.push(item.display_options.content_url);
    }
    expect(listed).toEqual([expect.stringMatching(/access=/)]);
  });

  it('is not readable for a buyer after a resale of the licence', async () => {
    const text = `A song, ${randomBytes(8).toString('hex')}`;
    const terms = { allowResale: true, resaleLicensePrice: `${2n * ton}` };
    await author.send(await author.publish(await author.upload(text), terms));
    const encrypted = (await author.intents())[0]?.content_id ?? '';
    const address = async () => (await author.client.content.view(encrypted)).content_address;
    await expect.poll(address, patience).not.toBeNull();
    const refused = await shop.alcove.askLocal(`/local/content/${encrypted}/access-link`);
    expect(await problemOf(refused)).toMatchObject({
      status: 402,
      code: 'licence_required',
      price: `${ton}`,
    });
    const content_address = await address();
    await shop.done({ kind: 'purchase', content_address, licence: 'resale' });
    const { url } = await shop.open(encrypted);
    expect((await bytesOf(await fetchFrom(shop.alcove, url))).toString()).toBe(text);

    const licence = (await shop.library()).find(({ content }) => content.content_id === encrypted);
    const to = buyer.address.toString();
    await shop.done({ kind: 'transfer', licence_address: licence?.licence_address, to });
    await expect.poll(async () => (await fetchFrom(shop.alcove, url)).status, patience).toBe(402);
    expect((await shop.alcove.askLocal(`/local/content/${encrypted}/access-link`)).status).toBe(402);
    expect((await buyer.client.content.view(encrypted)).display_options.content_url).toMatch(/access=/);
  });
});
