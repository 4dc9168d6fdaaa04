import { rmSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { message } from '../../src/core/messages/message.ts';
import { formatTonAddress } from '../../src/core/ton/ton-address.ts';
import { hashOf, idOf, type ListServer, listOf, recordOf, refuse, startListServer } from './list-server.ts';
import { startTestSync, type TestSync, type TestSyncOptions } from './test-sync.ts';

let own: TestSync;
let server: ListServer;
const servers: ListServer[] = [];

const another = async (answer?: ListServer['answer']): Promise<ListServer> => {
  const started = await startListServer(answer);
  servers.push(started);
  return started;
};
const restart = async (options: TestSyncOptions = {}): Promise<void> => {
  await own.stop();
  own = startTestSync({ folder: own.folder, ...options });
};

beforeEach(async () => {
  own = startTestSync();
  server = await another();
  own.knows(server.host);
});
afterEach(async () => {
  await own.stop();
  rmSync(own.folder, { recursive: true, force: true });
  for (const one of servers.splice(0)) await one.stop();
});

const many = (count: number, prefix = 'song') =>
  Array.from({ length: count }, (_, i) => recordOf(`${prefix} ${i}`));

describe('the list of another node', () => {
  it('is indexed with its source and whether a content is stored here too', async () => {
    own.copyStore.stored.set(hashOf('here too').toString('hex'), 10);
    const owner = formatTonAddress(`0:${'7'.repeat(64)}`, { bounceable: false, testOnly: false });
    server.answer = listOf([
      recordOf('Sea song', { owner, authors: ['Ada'], hashtags: ['summer'], cover_id: idOf('cover') }),
      recordOf('here too', { created_at: '2026-02-01T12:00:00.000Z' }),
    ]);
    await own.sync.run();
    expect(own.found()).toEqual({
      items: [
        expect.objectContaining({ title: 'here too', stored: true }),
        {
          content_id: idOf('Sea song'),
          content_sha256: hashOf('Sea song').toString('hex'),
          content_type: 'text/plain',
          size: 10,
          title: 'Sea song',
          description: '',
          authors: ['Ada'],
          hashtags: ['summer'],
          cover_id: idOf('cover'),
          owner,
          created_at: '2026-01-31T12:00:00.000Z',
          stored: false,
          content_url: `http://127.0.0.1:8471/api/v1/storage/${idOf('Sea song')}`,
          sources: [server.host],
        },
      ],
      next_cursor: null,
      total: 2,
    });
    expect(own.titles({ q: 'SE' })).toEqual(['Sea song']);
    expect(own.titles({ owner })).toEqual(['Sea song']);
    expect(own.titles({ author: 'ada', hashtag: 'Summer', content_type: 'text' })).toEqual(['Sea song']);
    expect(own.titles({ author: 'bob' })).toEqual([]);
    expect(own.paces.length).toBe(server.asked.length);
  });

  it('is read page by page, and later only its changes', async () => {
    const items = many(250).map((item, i) => (i >= 7 && i <= 9 ? { ...item, hashtags: ['few'] } : item));
    server.answer = listOf(items);
    await own.sync.run();
    expect(own.found().total).toBe(250);
    expect(server.asked.map(({ since }) => since)).toEqual(['', 'c100', 'c200', 'c250']);
    server.answer = listOf([
      ...items,
      recordOf('song 7', { title: 'retold', hashtags: ['few'] }),
      { content_id: idOf('song 8'), deleted: true },
    ]);
    await own.sync.now();
    expect(server.asked.at(4)).toEqual({ since: 'c250', limit: 100 });
    expect(own.found().total).toBe(249);
    expect(own.titles({ q: 'retold' })).toEqual(['retold']);
    const titles = own.titles({ hashtag: 'few' });
    expect(titles.sort()).toEqual(['retold', 'song 9']);
  });

  it('is requested every ten minutes, not more often', async () => {
    await own.sync.run();
    await own.sync.run();
    expect(server.asked).toHaveLength(1);
    own.time.now += 13 * 60_000;
    await own.sync.run();
    expect(server.asked).toHaveLength(2);
  });

  it('is resumed at its cursor after this node ends in the middle', async () => {
    const items = many(250);
    server.answer = (query, response) => {
      if (query.since === 'c200') response.destroy();
      else return listOf(items)(query);
      return undefined;
    };
    await own.sync.run();
    expect(own.nodeState(server.host)).toMatchObject({ contents: 200, behind: true, synced_at: null });
    await restart();
    server.answer = listOf(items);
    await own.sync.now();
    expect(server.asked.slice(-2).map(({ since }) => since)).toEqual(['c200', 'c250']);
    expect(own.nodeState(server.host)).toMatchObject({ contents: 250, behind: false, message: null });
  });

  it('is not requested while paused, except by the owner', async () => {
    own.paused.by = ['metered'];
    server.answer = listOf(many(3));
    await own.sync.run();
    expect(server.asked).toEqual([]);
    expect(own.sync.state()).toMatchObject({ state: 'paused', paused_by: ['metered'] });
    await own.sync.now();
    expect(own.found().total).toBe(3);
  });

  it('is not requested when the limit of the index is 0', async () => {
    await restart({ maxContents: 0 });
    await own.sync.now();
    expect(server.asked).toEqual([]);
    expect(own.sync.state()).toMatchObject({ state: 'off', contents: 0, max_contents: 0 });
  });

  it('is read again when its cursor is refused; earlier entries are removed at the end', async () => {
    server.answer = listOf(many(150));
    await own.sync.run();
    let seenInBetween = 0;
    const anew = listOf(many(120).slice(1), 'd');
    server.answer = (query, response) => {
      if (query.since.startsWith('c')) return refuse(response, 400, 'invalid_request');
      if (query.since === 'd100') seenInBetween = own.found().total;
      return anew(query);
    };
    await own.sync.now();
    expect(seenInBetween).toBe(150);
    expect(own.found().total).toBe(119);
    expect(own.titles({ q: 'song 0' })).toEqual([]);
  });

  it('is read again when the node has another key', async () => {
    server.answer = listOf(many(3));
    await own.sync.run();
    server.answer = listOf(many(2, 'other'));
    own.db.prepare('UPDATE peers SET public_key = ?').run('another key');
    await own.sync.run();
    expect(own.titles().sort()).toEqual(['other 0', 'other 1']);
  });

  it('is read from its start also when the key changes during a request', async () => {
    const old = listOf(many(250));
    let changed: Promise<void> | undefined;
    server.answer = (query, response) => {
      if (query.since !== 'c100' || changed) return old(query);
      own.db.prepare('UPDATE peers SET public_key = ?').run('another key');
      changed = own.sync.now();
      server.answer = listOf(many(210, 'other'));
      void changed.then(() => {
        response
          .writeHead(200, { 'content-type': 'application/json' })
          .end(JSON.stringify(old({ ...query, since: 'c100' })));
      });
      return undefined;
    };
    await own.sync.run();
    await own.sync.now();
    expect(own.found({ q: 'other' }).items.length).toBe(50);
    expect(own.nodeState(server.host)).toMatchObject({ contents: 210, behind: false });
  });

  it.each<[string, (host: string) => void]>([
    ['is removed', (host) => own.peers.remove(host)],
    ['has another key', () => own.db.prepare("UPDATE peers SET offered_key = 'another key'").run()],
  ])('is read no further once its node %s', async (_what, change) => {
    server.answer = (query) => {
      if (query.since === 'c100') change(server.host);
      return listOf(many(900))(query);
    };
    await own.sync.run();
    expect(server.asked.map(({ since }) => since)).toEqual(['', 'c100']);
  });

  it('is requested in smaller pages when a response is too large', async () => {
    const items = many(40).map((item) => ({ ...item, description: 'x'.repeat(30_000) }));
    server.answer = listOf(items);
    await own.sync.run();
    expect(server.asked.map(({ limit }) => limit).slice(0, 2)).toEqual([100, 25]);
    expect(own.found().total).toBe(40);
  });
});

describe('several nodes', () => {
  it('are both listed as hosts; the entry comes from the added one, then from the other', async () => {
    const second = await another(listOf([recordOf('song', { title: 'as learned' })]));
    own.knows(second.host, { source: 'learned' });
    await own.sync.run();
    expect(own.titles()).toEqual(['as learned']);
    server.answer = listOf([recordOf('song', { title: 'as named' })]);
    await own.sync.now();
    expect(own.found().items).toMatchObject([{ title: 'as named', sources: [server.host, second.host] }]);
    server.answer = listOf([{}, { content_id: idOf('song'), deleted: true }]);
    await own.sync.now();
    expect(own.found().items).toMatchObject([{ title: 'as learned', sources: [second.host] }]);
    expect(own.titles({ q: 'named' })).toEqual([]);
  });

  it('lose their entries when the owner removes them', async () => {
    server.answer = listOf(many(130));
    await own.sync.run();
    own.db.prepare("UPDATE peers SET source = 'removed'").run();
    await own.sync.run();
    expect(own.found().total).toBe(0);
    expect(own.sync.state().nodes).toEqual([]);
  });

  it('are removed after 30 days without contact, not before', async () => {
    server.answer = listOf(many(3));
    await own.sync.run();
    await server.stop();
    own.time.now += 29 * 86_400_000;
    await own.sync.run();
    expect(own.found().total).toBe(3);
    expect(own.nodeState(server.host)?.message).toEqual(message('peers.refused'));
    own.time.now += 2 * 86_400_000;
    await own.sync.run();
    expect(own.found().total).toBe(0);
  });

  it('share the space: a source with many entries does not displace the others', async () => {
    await restart({ maxContents: 100 });
    const second = await another(listOf(many(20, 'small')));
    const at = (i: number) => ({ created_at: new Date(Date.UTC(2026, 1, 1) + i * 1000).toISOString() });
    server.answer = listOf(many(1000).map((item, i) => ({ ...item, ...at(i) })));
    await own.sync.now();
    expect(own.sync.state()).toMatchObject({ contents: 100, max_contents: 100 });
    own.knows(second.host);
    await own.sync.now();
    expect(own.nodeState(second.host)).toMatchObject({ contents: 20, behind: false });
    expect(own.nodeState(server.host)).toMatchObject({ contents: 80 });
    expect(own.titles()[0]).toBe('song 999');
  });

  it('that the owner did not add have at most half of the space in all', async () => {
    await restart({ maxContents: 100 });
    server.answer = listOf(many(80));
    await own.sync.now();
    for (let i = 0; i < 5; i += 1) {
      const sibyl = await another(listOf(many(60, `noise ${i}`)));
      own.knows(sibyl.host, { source: 'learned' });
    }
    await own.sync.now();
    expect(own.nodeState(server.host)).toMatchObject({ contents: 50 });
    expect(own.sync.state()).toMatchObject({ contents: 100 });
  });
});

describe('the limit of the index', () => {
  it('counts bytes, so that long texts do not fill the disk', async () => {
    await restart({ maxContents: 100 });
    const long = {
      description: 'long '.repeat(400),
      authors: Array.from({ length: 20 }, (_, i) => `${i} ${'x'.repeat(90)}`),
    };
    server.answer = listOf(many(100).map((item) => ({ ...item, ...long })));
    await own.sync.now();
    expect(own.found().total).toBe(25);
    server.answer = listOf([...many(100).map((item) => ({ ...item, ...long })), ...many(100)]);
    await own.sync.now();
    // Some may be dropped for those that are listed again after them.
    expect(own.found().total).toBeGreaterThan(80);
    expect(own.found().total).toBeLessThanOrEqual(100);
  });
});

describe('a malicious list', () => {
  const isLeftAlone = async () => {
    const asked = server.asked.length;
    own.time.now += 55 * 60_000;
    await own.sync.run();
    expect(server.asked).toHaveLength(asked);
    own.time.now += 6 * 60_000;
    await own.sync.run();
    expect(server.asked.length).toBeGreaterThan(asked);
  };
  const runUntilLeft = async () => {
    for (let turn = 0; turn < 20 && !own.nodeState(server.host)?.message; turn += 1) await own.sync.now();
  };

  it.each<[string, ListServer['answer']]>([
    ['stays at one cursor', () => ({ items: [recordOf('x')], next_cursor: 'c' })],
    ['goes in a circle', ({ since }) => ({ items: [recordOf('x')], next_cursor: since === 'a' ? 'b' : 'a' })],
    [
      'lists only unreadable items',
      ({ since }) => ({ items: [1, 'x', {}, [], null], next_cursor: String(Number(since) + 1) }),
    ],
    [
      'deletes a million contents',
      ({ since }) => ({
        items: Array.from({ length: 100 }, (_, i) => ({ content_id: idOf(`${since} ${i}`), deleted: true })),
        next_cursor: String(Number(since) + 100),
      }),
    ],
  ])('that %s is not requested for an hour', async (_what, answer) => {
    server.answer = answer;
    await runUntilLeft();
    expect(own.nodeState(server.host)?.message).toEqual(message('discovery.endlessList'));
    await isLeftAlone();
  });

  it('without an end is not requested for an hour', async () => {
    let notified = 0;
    server.answer = ({ since }) => ({
      items: Array.from({ length: 100 }, () => recordOf(`more ${notified++}`)),
      next_cursor: String(Number(since) + 1),
    });
    await restart({ maxContents: 50 });
    for (let turn = 0; turn < 8 && !own.nodeState(server.host)?.message; turn += 1) await own.sync.now();
    expect(own.nodeState(server.host)).toMatchObject({ message: { reason: 'discovery.tooManyEntries' } });
    expect(own.sync.state().contents).toBeLessThanOrEqual(50);
    expect(notified).toBeLessThan(10_300);
    await isLeftAlone();
  });

  it.each<[string, unknown]>([
    ['no object', '7'],
    ['no JSON', '{'],
    ['no items', { next_cursor: 'x' }],
    ['items of another type', { items: {}, next_cursor: 'x' }],
    ['a cursor of 10 kB', { items: [recordOf('x')], next_cursor: 'c'.repeat(10_000) }],
    ['a cursor that is a number', { items: [recordOf('x')], next_cursor: 1 }],
    ['more items than requested', { items: many(101), next_cursor: 'x' }],
    ['deep nesting', `${'['.repeat(200_000)}${']'.repeat(200_000)}`],
    ['too many bytes', { items: [recordOf('x', { title: 'x'.repeat(1_100_000) })], next_cursor: 'c' }],
  ])('with %s is rejected and reported', async (_what, answer) => {
    server.answer = (_query, response) => {
      const text = typeof answer === 'string' ? answer : JSON.stringify(answer);
      response.writeHead(200, { 'content-type': 'application/json' }).end(text);
      return undefined;
    };
    await own.sync.run();
    expect(own.nodeState(server.host)).toMatchObject({
      contents: 0,
      message: { reason: expect.stringMatching(/\w/) },
    });
    expect(own.found().total).toBe(0);
  });

  it('may have invalid entries among valid ones', async () => {
    server.answer = listOf([
      recordOf('no id', { content_id: 'no id' }),
      recordOf('a number', { content_id: 7 }),
      recordOf('another hash', { content_sha256: hashOf('x').toString('hex') }),
      recordOf('no size', { size: '10' }),
      recordOf('a negative size', { size: -1 }),
      recordOf('unlisted', { published: false }),
      recordOf('junk', {
        ...{
          title: `\u202egnos${'x'.repeat(1000)}\u0000`,
          description: ['x'],
          authors: 'Ada',
          hashtags: [7, '#tag', ''],
        },
        ...{
          content_type: 'text/html\r\nX-Evil: 1',
          cover_id: '../etc',
          owner: 'me',
          created_at: '9999-01-01',
        },
        ...{ unknown: { deeply: ['nested'] } },
      }),
      recordOf('fine'),
    ]);
    await own.sync.run();
    const { items } = own.found();
    expect(items.map(({ content_id }) => content_id)).toEqual([idOf('junk'), idOf('fine')]);
    expect(items[0]).toMatchObject({
      ...{
        title: `gnos${'x'.repeat(196)}`,
        description: '',
        authors: [],
        hashtags: ['tag'],
        owner: null,
        cover_id: null,
      },
      content_type: 'application/octet-stream',
      created_at: new Date(own.time.now).toISOString(),
    });
  });
});
