import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { english } from '../../src/contract/messages/en/index.ts';
import { russian } from '../../src/contract/messages/ru/index.ts';
import { contentPage } from '../../src/features/share-page/page/content-page.ts';
import type { SharedContent } from '../../src/features/share-page/shared-contents.ts';
import { languageOf } from '../../src/platform/http/pages/page-language.ts';
import { tone } from '../desktop/support/made-files.ts';
import { json } from '../support/node/start-test-node.ts';
import { pictureNamed } from '../support/pictures.ts';
import { type SharedNode, sharedNode } from './support/shared-node.ts';

const host = 'https://node.example.org';
let node: SharedNode;
let song: string;
let cover: string;

beforeAll(async () => {
  node = await sharedNode({
    node: { type: 'public', public_host: host },
    operator: { name: 'Sea & Records', links: ['https://sea.example/report?a=1&b=2'] },
  });
  cover = (await node.add(pictureNamed('cover', 640, 640), 'cover.png')).content_id;
  const details = {
    title: 'Morning Song',
    authors: ['Ada Marlow'],
    description: 'By the sea.\nEarly.',
    cover_id: cover,
    published: true,
  };
  song = (await node.add(tone(2), 'song.wav', details)).content_id;
});
afterAll(() => node.stop());

/** The values of the tags of a page by their names. */
const tagsOf = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(/<meta (?:property|name)="([^"]+)" content="([^"]*)">/g)].map(([, name, value]) => [
      name,
      value,
    ]),
  );
const stored = (id: string) => `/api/v1/storage/${id}`;

describe('the crawler of a messenger', () => {
  /** Their requests: without cookies, origin or scripts. */
  const fetchers: Record<string, Record<string, string>> = {
    Telegram: { 'User-Agent': 'TelegramBot (like TwitterBot)' },
    WhatsApp: { 'User-Agent': 'WhatsApp/2.23.20.0', 'Accept-Language': 'en' },
    Discord: { 'User-Agent': 'Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)' },
    Slack: {
      'User-Agent': 'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
      Range: 'bytes=0-32768',
    },
    Facebook: {
      'User-Agent': 'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
      'Accept-Encoding': 'deflate, gzip',
      Range: 'bytes=0-524287',
    },
    X: { 'User-Agent': 'Twitterbot/1.0' },
  };

  it.each(Object.entries(fetchers))(
    'of %s finds the tags at the start, and the cover',
    async (_, headers) => {
      const { status, headers: answered, text } = await node.page(song, headers);
      expect([status, answered.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
      const beginning = Buffer.from(text).subarray(0, 3000).toString();
      expect(tagsOf(beginning)).toMatchObject({
        'og:title': 'Morning Song',
        'og:description': 'By the sea. Early.',
        'og:type': 'music.song',
        'og:url': `${host}/s/${song}`,
        'og:image': `${host}${stored(cover)}`,
        'og:image:type': 'image/png',
        'og:image:width': '640',
        'og:audio': `${host}${stored(song)}`,
        'og:audio:type': expect.stringMatching(/^audio\//),
        'og:site_name': 'Sea &amp; Records',
        'twitter:card': 'summary',
        'twitter:title': 'Morning Song',
        'twitter:image': `${host}${stored(cover)}`,
      });
      expect(beginning).toContain(`<link rel="canonical" href="${host}/s/${song}">`);
      expect(beginning.indexOf('<title>Morning Song · Ada Marlow</title>')).toBeLessThan(200);
      const image = await node.alcove.ask(stored(cover), { headers: { ...headers, Range: '' } });
      expect([image.status, image.headers.get('content-type')]).toEqual([200, 'image/png']);
      await image.arrayBuffer();
    },
  );

  it('gets the same headers for HEAD, without a body', async () => {
    const get = await node.page(song);
    const head = await node.page(song, {}, 'HEAD');
    expect([head.status, head.text]).toEqual([200, '']);
    for (const name of ['content-length', 'etag', 'content-type', 'vary']) {
      expect(head.headers.get(name), name).toBe(get.headers.get(name));
    }
  });
});

describe('the page', () => {
  it('plays and downloads from the storage link of the node', async () => {
    const { text } = await node.page(song);
    expect(text).toContain(`<audio controls preload="metadata" src="${stored(song)}"`);
    expect(text).toContain(`href="${stored(song)}?download=1"`);
    expect(text).toContain(`href="alcove://content/${song}"`);
    const part = await node.alcove.ask(stored(song), { headers: { Range: 'bytes=0-3' } });
    expect([part.status, await part.text()]).toEqual([206, 'RIFF']);
  });

  it('loads only its style and files of this node, and runs no scripts', async () => {
    const { headers, text } = await node.page(song);
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(
      /^default-src 'none'; img-src 'self'; media-src 'self'; style-src 'sha256-[\w+/]{43}='; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/,
    );
    expect(text).not.toMatch(/<script|\son\w+=|style="|javascript:/i);
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('set-cookie')).toBeNull();
  });

  it('is in the language of the browser, also for caches', async () => {
    const { text, headers } = await node.page(song, { 'Accept-Language': 'ru-RU,ru;q=0.9,en;q=0.8' });
    expect(text).toContain('<html lang="ru"');
    expect(text).toContain(russian.sharePage.download);
    expect(tagsOf(text)['og:locale']).toBe('ru_RU');
    expect(headers.get('vary')?.split(', ')).toContain('Accept-Language');
    expect((await node.page(song)).text).toContain(english.sharePage.download);
  });

  it('is not sent again to a browser that has it, until it changes', async () => {
    const { content_id: id } = await node.add(tone(1), 'short.wav', { title: 'First' });
    const first = await node.page(id);
    const etag = first.headers.get('etag') ?? '';
    expect(first.headers.get('cache-control')).toBe('no-cache');
    const again = await node.page(id, { 'If-None-Match': etag });
    expect([again.status, again.text, again.headers.get('etag')]).toEqual([304, '', etag]);
    expect((await node.page(id, { 'If-None-Match': etag, 'Accept-Language': 'ru' })).status).toBe(200);
    const later = { 'If-Modified-Since': new Date(Date.now() + 60_000).toUTCString() };
    expect((await node.page(id, later)).status).toBe(200);
    await node.ask(`/local/content/${id}`, { method: 'PATCH', ...json({ title: 'Second' }) });
    const changed = await node.page(id, { 'If-None-Match': etag });
    expect([changed.status, changed.text.includes('<h1 dir="auto">Second</h1>')]).toEqual([200, true]);
  });

  it('of an unlisted content opens by its link, and is excluded from search engines', async () => {
    const unlisted = await node.add(tone(1), 'Untitled.wav', {});
    const { status, headers } = await node.page(unlisted.content_id);
    expect([status, headers.get('x-robots-tag')]).toEqual([200, 'noindex']);
    expect((await node.page(song)).headers.has('x-robots-tag')).toBe(false);
  });

  it('has one address for every spelling of an id', async () => {
    const { content_sha256: hex } = await node.content(song);
    const { status, headers } = await node.page(hex);
    expect([status, headers.get('location')]).toEqual([302, `/s/${song}`]);
  });

  it('names the operator, with the configured details only', async () => {
    const { text } = await node.page(song);
    const footer = text.slice(text.indexOf('<footer>'));
    expect(footer).toContain('Hosted by Sea &amp; Records');
    expect(footer).toContain('href="https://sea.example/report?a=1&amp;b=2"');
    expect(footer.match(/<a /g)).toHaveLength(1);
  });
});

describe('a malicious record', () => {
  it('stays text in elements, attributes and tags', async () => {
    const title = `</title><script>alert(1)</script>"><img src=x onerror=alert(2)> \u202Egnp.exe`;
    const details = {
      title,
      authors: [`"><b>Eve`, '\u2067'],
      description: '<style>*{display:none}</style>\u0007',
    };
    const { content_id: id } = await node.add(tone(1.5), 'x.wav', details);
    const { text } = await node.page(id);
    expect(text).not.toMatch(/<script|<b>|<img src=x|<style>\*|[\u0007\u202E\u2067]/);
    expect(text.match(/<title>/g)).toHaveLength(1);
    expect(tagsOf(text)['og:title']).toMatch(/^&lt;\/title&gt;&lt;script&gt;/);
  });

  it('of 100 kB moves no tag out of the start', () => {
    const huge = '<"\u202E&😀'.repeat(20_000);
    const content = { ...example, title: huge, authors: [huge], description: huge };
    const text = contentPage(content, options).text;
    const beginning = Buffer.from(text).subarray(0, 16_000).toString();
    expect(tagsOf(beginning)).toHaveProperty('twitter:image');
    expect(Object.keys(tagsOf(beginning))).toContain('og:url');
  });
});

const options = {
  language: languageOf('en'),
  operator: { links: [] },
  appUrl: undefined,
  isTestNetwork: false,
};
const picture = { type: 'image/png', width: 1200, height: 600, url: `${host}/p`, path: '/p' };
const example: SharedContent = {
  id: 'bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku',
  url: `${host}/s/x`,
  path: '/s/x',
  title: 'A film',
  authors: [],
  description: '',
  wallet: null,
  kind: 'video',
  contentType: 'video/mp4',
  size: 5_300_000,
  isListed: true,
  cover: picture,
  picture: undefined,
  file: { url: `${host}/f`, path: '/f', isPlayable: true, isDownloadable: true },
  sale: { state: 'not_registered' },
};

describe('a content', () => {
  it('that is a film plays on the page, with its cover before', () => {
    const { text } = contentPage(example, options);
    expect(text).toContain(
      '<video class="stage" controls playsinline preload="metadata" src="/f" poster="/p"',
    );
    expect(text).toContain('Video · 5.3 MB');
    expect(tagsOf(text)).toMatchObject({
      'og:type': 'video.other',
      'og:video': `${host}/f`,
      'og:video:type': 'video/mp4',
      'twitter:card': 'summary_large_image',
      'og:description': 'Video · 5.3 MB',
    });
  });

  it('whose author allows viewing only has no download', () => {
    const file = { url: `${host}/f`, path: '/f', isPlayable: true, isDownloadable: false };
    const { text } = contentPage({ ...example, file }, options);
    expect(text).toContain('<video');
    expect(text).not.toContain('download=1');
    expect(tagsOf(text)).not.toHaveProperty('og:video');
  });

  it('links to the app where it has been released', () => {
    const appUrl = 'https://alcove.example/get';
    expect(contentPage(example, { ...options, appUrl }).text).toContain(`href="${appUrl}"`);
    expect(contentPage(example, options).text).not.toContain(english.sharePage.getApp);
  });

  it('that is a picture is its own preview', async () => {
    const { content_id: id } = await node.add(pictureNamed('view', 900, 600), 'view.png', { title: 'View' });
    const { text } = await node.page(id);
    expect(text).toContain(`<img src="${stored(id)}" alt="View">`);
    expect(tagsOf(text)).toMatchObject({
      'og:image': `${host}${stored(id)}`,
      'twitter:card': 'summary_large_image',
    });
  });

  it.each([
    ['paper.pdf', '%PDF-1.7', 'PDF'],
    ['page.html', '<!doctype html><script>alert(1)</script>', 'Text'],
    ['drawing.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'Picture'],
    ['novel.epub', 'PK\x03\x04', 'E-book'],
  ])('that no browser may show (%s) is a download', async (name, bytes, kind) => {
    const { content_id: id } = await node.add(bytes, name, {});
    const { text } = await node.page(id);
    expect(text).toContain(`href="${stored(id)}?download=1"`);
    expect(text).toContain(`<p class="facts">${kind} · `);
    const main = text.slice(text.indexOf('<main'));
    expect(main).not.toMatch(/<(audio|video|img|iframe|embed|object)/);
    expect(tagsOf(text)).not.toHaveProperty('og:image');
  });
});

describe('a problem', () => {
  it('of a missing content is a page with help', async () => {
    const missing = await node.page(example.id, { 'Accept-Language': 'ru' });
    expect(missing.status).toBe(404);
    expect(missing.text).toContain(`<h1>${russian.sharePage.notFoundTitle}</h1>`);
    expect([missing.headers.get('x-robots-tag'), missing.headers.get('etag')]).toEqual(['noindex', null]);
    expect(missing.headers.get('content-security-policy')).toMatch(/style-src 'sha256-/);
    const wrong = await node.page('no-such-id');
    expect(wrong.status).toBe(400);
    expect(wrong.text).toContain(english.sharePage.notFoundText);
    const head = await node.page(example.id, {}, 'HEAD');
    expect([head.status, head.text]).toEqual([404, '']);
  });

  it('of a blocked content does not name it', async () => {
    const { content_id: id } = await node.add(tone(1.2), 'secret.wav', {
      title: 'Whispered',
      published: true,
    });
    const request = json({ content_id: id, reason: 'by law' });
    expect((await node.alcove.askLocal('/local/blocked', { method: 'POST', ...request })).status).toBe(201);
    const { status, text } = await node.page(id);
    expect(status).toBe(410);
    expect(text).toContain(english.content.blocked);
    expect(text).not.toMatch(/Whispered|secret|by law/);
  });
});

it('counts as a request, and the limit is reported in a page', async () => {
  const limited = await sharedNode({
    node: { type: 'public', public_host: host },
    http: { requests_per_minute: 1 },
  });
  try {
    await limited.page(example.id);
    const { status, headers, text } = await limited.page(example.id);
    expect([status, headers.get('content-type')]).toEqual([429, 'text/html; charset=utf-8']);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect(text).toContain('Too many requests from this address.');
  } finally {
    await limited.stop();
  }
});

it('the share page of a private node refuses other sites like storage, and signs the cover for messengers', async () => {
  const home = await sharedNode();
  try {
    const { content_id } = await home.add(pictureNamed('cover', 64, 64), 'cover.png');
    const { content_id: id } = await home.add(tone(1), 'song.wav', { title: 'Mine', cover_id: content_id });
    const crossSite = { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' };
    const refused = await home.page(id, crossSite);
    expect([refused.status, refused.text.includes('Mine')]).toEqual([403, false]);
    const { status, text } = await home.page(id);
    expect(status).toBe(200);
    const image = new URL((tagsOf(text)['og:image'] ?? '').replaceAll('&amp;', '&'));
    expect(image.searchParams.has('access')).toBe(true);
    expect((await home.alcove.ask(image.pathname + image.search, { headers: crossSite })).status).toBe(200);
  } finally {
    await home.stop();
  }
});
