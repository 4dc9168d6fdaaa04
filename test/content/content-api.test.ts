import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contentList } from '../../src/contract/node-api/content.ts';
import { viewedContent } from '../../src/contract/node-api/serving.ts';
import { formatTonAddress } from '../../src/core/ton/ton-address.ts';
import {
  answerOf,
  edit,
  openToAnyone,
  remove,
  signInUser,
  store,
  upload,
} from '../support/node/content-world.ts';
import { startTestNode, type TestNode } from '../support/node/start-test-node.ts';
import { testWallet } from '../support/wallets/test-wallet.ts';

let alcove: TestNode;
let owner: string;
let ann: string;
let bob: string;

beforeAll(async () => {
  alcove = await startTestNode({ settings: openToAnyone });
  owner = await alcove.token('storage:write', 'content:read');
  [ann, bob] = [await signInUser(alcove, 1), await signInUser(alcove, 2)];
});
afterAll(() => alcove.stop());

const walletOf = (seed: number) =>
  formatTonAddress(testWallet(seed).address, { bounceable: false, testOnly: false });
const ask = (path: string, token?: string) =>
  answerOf(alcove.ask(path, token === undefined ? {} : { headers: { Authorization: `Bearer ${token}` } }));
const view = async (id: string, token?: string) =>
  viewedContent.parse((await ask(`/api/v1/content.view/${id}`, token)).body);

type Query = Record<string, string>;
async function list(query: Query, token?: string) {
  const { body } = await ask(`/api/v1/content.list?${new URLSearchParams(query)}`, token);
  const { items, ...rest } = contentList.parse(body);
  const titles = items.map((item) => ('title' in item ? item.title : `deleted ${item.content_id}`));
  return { items, titles, ...rest };
}

describe('visibility of a content', () => {
  it('is limited to its uploader until it is published', async () => {
    const id = await store(alcove, ann, 'ann’s own', { name: 'Private.txt' });
    expect((await list({ q: 'private' })).titles).toEqual([]);
    expect((await list({ q: 'private' }, bob)).total).toBe(0);
    expect((await list({ q: 'private' }, owner)).titles).toEqual([]);
    const own = await list({ q: 'private' }, ann);
    expect(own.items).toMatchObject([
      { content_id: id, title: 'Private', published: false, owner: walletOf(1), content_ext: 'txt' },
    ]);
    expect((await edit(alcove, id, { published: true })).published).toBe(true);
    for (const token of [undefined, bob, owner]) {
      expect((await list({ q: 'private' }, token)).items).toMatchObject([{ owner: walletOf(1) }]);
    }
    await edit(alcove, id, { published: false });
    expect((await list({ q: 'private' })).total).toBe(0);
  });

  it('includes everybody with the id, without the name of the owner', async () => {
    const id = await store(alcove, ann, 'by its id only', { name: 'Unlisted.txt' });
    for (const token of [undefined, bob]) {
      expect(await view(id, token)).toMatchObject({
        title: 'Unlisted',
        owner: null,
        have_licenses: [],
        invoice: null,
        display_options: { content_url: `${alcove.node.nodeUrl}/api/v1/storage/${id}` },
      });
    }
    expect((await view(id, ann)).owner).toBe(walletOf(1));
  });

  it('includes each uploader of the same bytes, who sees no other owner', async () => {
    const id = await store(alcove, ann, 'the same bytes', { name: 'Shared.txt' });
    expect(await upload(alcove, bob, 'the same bytes', { name: 'Mine.txt' })).toMatchObject({
      status: 200,
      body: { content_id: id, already_stored: true },
    });
    for (const [token, wallet] of [
      [ann, walletOf(1)],
      [bob, walletOf(2)],
    ] as const) {
      expect((await list({ q: 'shared' }, token)).items).toMatchObject([{ content_id: id, owner: wallet }]);
      expect((await list({ owner: wallet }, token)).titles).toContain('Shared');
    }
    expect((await list({ owner: walletOf(1) }, bob)).titles).not.toContain('Shared');
  });

  it('requires a valid token with the scope, if one is sent', async () => {
    expect(await ask('/api/v1/content.list', 'nobody')).toMatchObject({ status: 401 });
    const writer = await alcove.token('storage:write');
    expect(await ask('/api/v1/content.list', writer)).toMatchObject({ status: 403 });
  });
});

describe('the list', () => {
  it('returns pages, newest first, that stay consistent during additions and deletions', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 7; n += 1)
      ids.push(await store(alcove, ann, `page ${n}`, { name: `paged ${n}.txt` }));
    const one = await list({ q: 'paged', limit: '3' }, ann);
    expect(one.total).toBe(7);
    await store(alcove, ann, 'page new', { name: 'paged new.txt' });
    await remove(alcove, ids[3] as string);
    const two = await list({ q: 'paged', limit: '3', cursor: one.next_cursor as string }, ann);
    expect([...one.titles, ...two.titles]).toEqual([6, 5, 4, 2, 1, 0].map((n) => `paged ${n}`));
    expect(two.next_cursor).toBeNull();
  });

  it('filters by words, author, hashtag, type and owner together', async () => {
    const id = await store(alcove, ann, 'filtered', { name: 'Über Ströme.mp3', type: 'audio/mpeg' });
    await edit(alcove, id, { published: true, authors: ['Zoë Q.'], hashtags: ['#Rivers'] });
    const match = {
      q: 'strom uber zoe RIV',
      author: 'zoë q.',
      hashtag: '#rivers',
      content_type: 'audio',
      owner: testWallet(1).address,
    };
    expect((await list(match)).titles).toEqual(['Über Ströme']);
    for (const [name, value] of Object.entries({
      q: 'strom lake',
      author: 'zoë',
      hashtag: 'river',
      content_type: 'audio/ogg',
      owner: walletOf(2),
    })) {
      expect(await list({ ...match, [name]: value }), name).toMatchObject({ items: [], total: 0 });
    }
    expect((await list({ content_type: 'Audio/MPEG' })).titles).toEqual(['Über Ströme']);
    expect(await ask('/api/v1/content.list?owner=nobody')).toMatchObject({
      status: 400,
      body: { code: 'invalid_request', errors: [{ path: 'query.owner' }] },
    });
  });

  it.each([
    ...[
      '"',
      '"song',
      'song"',
      'a AND',
      'NOT a',
      'NEAR(a b)',
      'tokens : a',
      '^a',
      'a*',
      '(a',
      'a)',
      '-a',
      '{a}',
    ],
    ...['\ue000p', '"\ue000p"', ';--', "'", '%00', '🎵', 'a'.repeat(200), '\u202e', 'ﷺ'.repeat(60)],
  ])('searches for the words %j literally, not as a query', async (q) => {
    expect((await ask(`/api/v1/content.list?${new URLSearchParams({ q })}`)).status).toBe(200);
  });

  it('searches for the first 16 words of any text', async () => {
    const words = Array.from({ length: 16 }, (_, index) => `w${String.fromCharCode(97 + index)}`);
    const id = await store(alcove, ann, 'many words', { name: `${words.join(' ')}.txt` });
    await edit(alcove, id, { published: true });
    // The limit of the length counts characters, and each of these is a word.
    const many = Array.from({ length: 150 }, (_, index) => String.fromCodePoint(0x3220 + index)).join('');
    const filters = { content_type: 'text/plain' };
    expect((await list({ ...filters, q: `${words.join(' ')} ${many}` })).items).toHaveLength(1);
    expect((await list({ ...filters, q: many, author: 'A', hashtag: 'b' }, ann)).total).toBe(0);
    expect((await list({ ...filters, q: many, since: '', owner: walletOf(1) }, ann)).total).toBe(0);
  });

  it('ignores an empty filter, as forms send it', async () => {
    const empty = { cursor: '', q: '', owner: '', author: '', hashtag: '', content_type: '' };
    expect(await list(empty, ann)).toEqual(await list({}, ann));
  });

  it('hides unlisted contents from a user whose name is a term of the index', async () => {
    await store(alcove, ann, 'sneaky', { name: '\ue000p sneaky \ue00070.txt' });
    expect((await list({ q: 'sneaky' })).total).toBe(0);
  });

  it.each(['x', 'l1', 'c!', 'l1.zzzzzzzz', 'c0', `l${'z'.repeat(50)}.0`])(
    'rejects the cursor “%s”',
    async (cursor) => {
      expect(await ask(`/api/v1/content.list?cursor=${cursor}`)).toMatchObject({
        status: 400,
        body: { code: 'invalid_request', errors: [{ path: 'query.cursor' }] },
      });
    },
  );
});

describe('the list of changes', () => {
  it('has each content once, oldest first, with deletions for those who could see it', async () => {
    const start = (await list({ since: '' }, ann)).next_cursor as string;
    const all = async (token?: string, cursor = start) => list({ since: cursor, limit: '100' }, token);
    const kept = await store(alcove, ann, 'kept', { name: 'Kept.txt' });
    const gone = await store(alcove, ann, 'gone', { name: 'Gone.txt' });
    await edit(alcove, kept, { published: true, title: 'Still here' });
    expect((await all(ann)).titles).toEqual(['Gone', 'Still here']);
    const seen = await all();
    expect(seen.titles).toEqual(['Still here']);
    await edit(alcove, kept, { published: false });
    await remove(alcove, gone);
    const since = seen.next_cursor as string;
    expect((await all(undefined, since)).titles).toEqual([`deleted ${kept}`]);
    expect((await all(ann, since)).titles).toEqual(['Still here', `deleted ${gone}`]);
    expect((await all(bob, since)).titles).toEqual([`deleted ${kept}`]);
    const last = await all(ann, since);
    expect(await all(ann, last.next_cursor as string)).toMatchObject({ items: [] });
  });

  it('omits contents that left the lists before the cursor', async () => {
    const id = await store(alcove, ann, 'a mistake', { name: 'Mistake.txt' });
    await edit(alcove, id, { published: true });
    const seen = await list({ since: '', limit: '1' });
    await edit(alcove, id, { published: false });
    const changesFrom = async (from: string) => {
      const titles: string[] = [];
      for (let since = from, more = true; more; ) {
        const page = await list({ since, limit: '100' });
        titles.push(...page.titles);
        since = page.next_cursor as string;
        more = page.items.length > 0;
      }
      return titles;
    };
    expect(await changesFrom('')).not.toContain(`deleted ${id}`);
    expect(await changesFrom(seen.next_cursor as string)).toContain(`deleted ${id}`);
    const after = (await list({ since: seen.next_cursor as string, limit: '100' })).next_cursor as string;
    await edit(alcove, id, { title: 'Known to ann only' });
    await store(alcove, bob, 'a mistake');
    await remove(alcove, id);
    await store(alcove, ann, 'a mistake');
    expect(await changesFrom(after)).toEqual([]);
  });

  it('can start at a page of the list', async () => {
    await store(alcove, ann, 'before 1', { name: 'before 1.txt' });
    await store(alcove, ann, 'before 2', { name: 'before 2.txt' });
    const page = await list({ limit: '1' }, ann);
    await store(alcove, ann, 'after', { name: 'after.txt' });
    expect((await list({ since: page.next_cursor as string }, ann)).titles).toEqual(['after']);
    expect((await list({ since: '', cursor: page.next_cursor as string }, ann)).titles).toEqual(['after']);
  });

  it.each(['nothing', 'czzzzzzzz'])('rejects the cursor “%s”', async (since) => {
    expect(await ask(`/api/v1/content.list?since=${since}`)).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'query.since' }] },
    });
  });
});

describe('a content', () => {
  const hex = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';

  it('is found under all paths by every spelling of its id', async () => {
    await store(alcove, owner, 'abc', { name: 'abc.txt' });
    const { content_id: id } = await view(hex);
    for (const path of [
      `content.view?content_id=${id}`,
      `content.view/${hex.toUpperCase()}`,
      `content/${hex}`,
      'content/DYu3G8aGTMBW1WrTw76zxQJQU4DHLw9MLyy7peG4LKkY',
      // The longest spelling is base2: a zero, and a digit for each bit of the CID.
      `content/0${BigInt(`0x101551220${hex}`).toString(2).slice(1)}`,
    ]) {
      expect(await ask(`/api/v1/${path}`), path).toMatchObject({ status: 200, body: { content_id: id } });
    }
  });

  it('is shown to a client with an empty Authorization header, as without a token', async () => {
    const response = await alcove.ask(`/api/v1/content/${hex}`, { headers: { Authorization: '' } });
    expect(response.status).toBe(200);
  });

  it.each([
    ['nothing', 400, 'invalid_content_id'],
    ['b'.repeat(1000), 400, 'invalid_content_id'],
    ['QmbWqxBEKC3P8tqsKc98xmWNzrzDtRLMiMPL8wBuTGsMnR', 400, 'unsupported_content_id'],
    ['0'.repeat(64), 404, 'content_not_found'],
    ['EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_sDs', 503, 'chain_unavailable'],
    [`0:${'b'.repeat(64)}`, 503, 'chain_unavailable'],
    ['EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_sDt', 400, 'invalid_content_id'],
  ])('%s is answered with %i %s', async (id, status, code) => {
    expect(await ask(`/api/v1/content.view/${id}`)).toMatchObject({ status, body: { code } });
  });
});
