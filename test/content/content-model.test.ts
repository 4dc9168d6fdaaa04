import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  contentKinds,
  contentSorts,
  localContentQuery,
} from '../../src/contract/dashboard-api/library/content-lists.ts';
import type { ContentListQuery } from '../../src/contract/node-api/content.ts';
import type { ContentListQueries, ListedContent } from '../../src/features/content/content-list-queries.ts';
import type { ContentService } from '../../src/features/content/content-service.ts';
import { ContentIndex } from '../../src/features/content/repository/content-index.ts';
import { randomRuns } from '../support/random-runs.ts';
import { openContent } from './open-content.ts';

/** The expected state of a content, in the simplest form. */
interface Expected {
  number: number;
  title: string;
  description: string;
  authors: string[];
  hashtags: string[];
  type: string;
  published: boolean;
  holders: string[];
  createdAt: number;
  /** In milliseconds, where media facts are known. */
  length?: number;
  /** Where media facts are known. */
  takenAt?: string;
}

type Filter = Partial<Pick<ContentListQuery, 'q' | 'owner' | 'author' | 'hashtag' | 'content_type'>>;

const users = ['owner', 'ann', 'bob'];
/** The owner of contents that came from other nodes. */
const network = 'network';
/** The owners of the wallets; nobody owns the last one. */
const wallets = [...users, 'nobody'].map((_, index) => `0:${String(index).repeat(64)}`);
const types = ['audio/mpeg', 'audio/ogg', 'text/plain; charset=utf-8', 'image/png'];
const titles = ['Red song', 'Redis by night', 'Blue sóng', 'night-red_blue', 'ПЕСНЯ', ''];
const names = ['Ann Li', 'ann li', 'Bob', 'рыба'];
const hashOf = (content: number) => createHash('sha256').update(`content ${content}`).digest();

const filters: Filter[] = [
  {},
  { q: 'RED' },
  { q: 'song' },
  { q: 're ni' },
  { q: '"red" OR *' },
  { q: '-!' },
  { q: 'песн' },
  { author: 'ANN LI' },
  { hashtag: 'night' },
  { content_type: 'audio' },
  { content_type: 'audio/ogg', q: 'blue' },
  { owner: wallets[1] },
  { owner: wallets[3] },
  { owner: wallets[0], hashtag: 'night', author: 'bob' },
];

/** The owner whose texts are shown: the earliest one, and `network` only without any other. */
const firstOf = ({ holders }: Expected): string => holders.find((user) => user !== network) ?? network;

const words = (text: string): string[] =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

function isListed(content: Expected, viewer: string | undefined, filter: Filter): boolean {
  const holds = viewer !== undefined && content.holders.includes(viewer);
  if (!content.published && !holds) return false;
  const { title, description, authors, hashtags, type } = content;
  const text = words([title, description, ...authors, ...hashtags].join(' '));
  const asked = filter.q === undefined ? [] : words(filter.q);
  if (filter.q !== undefined && asked.length === 0) return false;
  if (!asked.every((word) => text.some((one) => one.startsWith(word)))) return false;
  const same = (list: string[], one: string) => list.some((item) => item.toLowerCase() === one.toLowerCase());
  if (filter.author !== undefined && !same(authors, filter.author)) return false;
  if (filter.hashtag !== undefined && !same(hashtags, filter.hashtag)) return false;
  const essence = type.split(';')[0] as string;
  if (filter.content_type && ![essence, essence.split('/')[0]].includes(filter.content_type)) return false;
  if (filter.owner === undefined) return true;
  return filter.owner === wallets[users.indexOf((content.published ? firstOf(content) : viewer) as string)];
}

/** A client that follows a list by its changes. */
class Follower {
  readonly #seen = new Map<string, string>();
  #since = '';
  #caughtUpAt: number | undefined;

  catchUp(list: ContentListQueries, viewer: string | undefined, filter: Filter, limit: number): void {
    const reported = new Set<string>();
    for (;;) {
      const page = list.page({ ...filter, limit, since: this.#since }, viewer);
      this.#since = page.nextCursor as string;
      for (const item of page.items) {
        const key = (item.record ?? item).sha256.toString('hex');
        // Only the newest change of each content.
        expect(reported.has(key)).toBe(false);
        reported.add(key);
        this.#note(key, item, viewer);
      }
      if (page.items.length < limit) break;
    }
    this.#caughtUpAt = now;
  }

  get titles(): string[] {
    return [...this.#seen.values()].sort();
  }

  #note(key: string, item: ListedContent, viewer: string | undefined): void {
    if (item.record) {
      this.#seen.set(key, item.record.title);
    } else {
      // A viewer who could not see it meanwhile gets neither its deletion nor later changes.
      const visibleAt = lastVisible.get(`${viewer} ${key}`) ?? Number.NEGATIVE_INFINITY;
      expect(visibleAt).toBeGreaterThanOrEqual(this.#caughtUpAt ?? now);
      this.#seen.delete(key);
    }
  }
}

/** Counts steps. */
let now = 0;
/** The last step at which each viewer could see each content. */
let lastVisible = new Map<string, number>();

const noTexts = { description: '', authors: [], hashtags: [] };
/** The entries of other nodes. */
const fromFar = { description: 'A far night', authors: ['Ann Li'], hashtags: ['night'] };

const anyContent = fc.nat(3);
const anyUser = fc.constantFrom(...users);
const anyStep = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('add' as const),
      content: anyContent,
      user: anyUser,
      type: fc.nat(3),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('edit' as const),
      content: anyContent,
      edit: fc.record(
        {
          title: fc.constantFrom(...titles),
          description: fc.constantFrom('', 'a night in blue', 'nothing'),
          authors: fc.uniqueArray(fc.constantFrom(...names), { maxLength: 2 }),
          hashtags: fc.uniqueArray(fc.constantFrom('night', 'Red', 'day'), { maxLength: 2 }),
        },
        { requiredKeys: [] },
      ),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('publish' as const),
      content: anyContent,
      published: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('copy' as const), content: anyContent, type: fc.nat(3) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('leave' as const), content: anyContent, user: anyUser }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('evict' as const), content: anyContent }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('remove' as const), content: anyContent }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('block' as const), content: anyContent }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('trash' as const), content: anyContent }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('restore' as const), content: anyContent }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('purge' as const), content: anyContent }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('measure' as const),
      content: anyContent,
      length: fc.constantFrom(5000, 7000),
      takenAt: fc.constantFrom('2025-12-31T23:59:59', '2026-01-01T00:00:00', null),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('follow' as const), who: fc.nat(3) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('reindex' as const) }) },
);

const isPhoto = ({ type }: Expected) => kindOf(type) === 'photos';
const monthOf = (one: Expected) => new Date(takenOf(one) * 1000).toISOString().slice(0, 7);

/** Compares each sorted and filtered list of the owner with a plain sort of the model. */
function expectOrder(service: ContentService, model: ReadonlyMap<number, Expected>): void {
  const rows = [...model].map(([n, one]) => ({ n, ...one, size: 100 + n, source: sourceOf(one) }));
  const keys: Record<string, (row: (typeof rows)[number]) => string | number> = {
    added: ({ number }) => number,
    size: ({ size }) => size,
    length: ({ length = '' }) => length,
    taken: takenOf,
    title: ({ title, n }) => folded(title || `file ${n}.bin`),
    author: ({ authors, title, n }) =>
      authors[0] === undefined ? '' : `${folded(authors[0])}\0${folded(title || `file ${n}.bin`)}`,
  };
  for (const kind of contentKinds) {
    const ofKind = rows.filter((row) => kindOf(row.type) === kind);
    expect(service.kinds()[kind], kind).toBe(ofKind.length);
    const months = ofKind.map(monthOf).sort();
    const found = service.months({ q: '', kind, source: undefined, direction: 'ascending' });
    expect(
      found.flatMap(({ month, contents }) => Array.from({ length: contents }, () => month)),
      kind,
    ).toEqual(months);
  }
  for (const sort of contentSorts) {
    for (const direction of ['ascending', 'descending'] as const) {
      for (const filter of [
        {},
        { kind: 'music' },
        { source: 'mine' },
        { kind: 'photos', source: 'others' },
        { q: 'no such name', month: '12' },
        { q: 'no such name', month: '2026-01' },
      ] as const) {
        const keyOf = keys[sort] as (row: (typeof rows)[number]) => string | number;
        const turned = direction === 'ascending' ? 1 : -1;
        const expected = rows
          .filter((row) => !('kind' in filter) || kindOf(row.type) === filter.kind)
          .filter((row) => !('source' in filter) || row.source === filter.source)
          .filter((row) => !('month' in filter) || (isPhoto(row) && monthOf(row).endsWith(filter.month)))
          .sort((a, b) => {
            const [x, y] = [keyOf(a), keyOf(b)];
            if ((x === '') !== (y === '')) return x === '' ? 1 : -1;
            return turned * (x < y ? -1 : x > y ? 1 : a.number - b.number);
          })
          .map(({ n }) => 100 + n);
        const what = JSON.stringify({ sort, direction, ...filter });
        const found: number[] = [];
        const query = localContentQuery.parse({ sort, direction, ...filter, limit: 2 });
        let cursor: string | undefined;
        do {
          const page = service.page({ ...query, cursor });
          expect(page.total, what).toBe(expected.length);
          found.push(...page.items.map(({ size }) => size));
          // Directly above its first item begins the same page again.
          const again = page.topCursor === null ? page : service.page({ ...query, cursor: page.topCursor });
          expect(
            again.items.map(({ size }) => size),
            what,
          ).toEqual(page.items.map(({ size }) => size));
          cursor = page.nextCursor ?? undefined;
        } while (cursor);
        expect(found, what).toEqual(expected);
        const skipped = service.page({ ...query, skip: 1 }).items.map(({ size }) => size);
        expect(skipped, what).toEqual(expected.slice(1, 3));
      }
    }
  }
}

/** In seconds of the clock on the wall. */
const takenOf = ({ takenAt, createdAt }: Expected): number =>
  takenAt === undefined
    ? Math.floor(createdAt / 1000) - new Date(createdAt).getTimezoneOffset() * 60
    : Date.parse(`${takenAt}Z`) / 1000;
const sourceOf = (one: Expected) => (firstOf(one) === network ? 'others' : 'mine');
const kindOf = (type: string) =>
  type.startsWith('audio') ? 'music' : type.startsWith('image') ? 'photos' : 'files';
/** Without case and accents; numbers padded. */
const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/\d+/g, (digits) => '0'.repeat(10 - digits.length) + digits);

test('keeps lists, searches, counts and followed changes consistent after any actions of users', async () => {
  const node = await openContent({
    users: { walletOf: () => null, usersOf: (wallet) => users.filter((_, i) => wallets[i] === wallet) },
  });
  const viewers = [undefined, 'owner', 'ann', 'bob'];

  const run = async (steps: (typeof anyStep extends fc.Arbitrary<infer S> ? S : never)[]) => {
    await Promise.all([0, 1, 2, 3].map((n) => node.contents.remove(hashOf(n))));
    const model = new Map<number, Expected>();
    const trash = new Map<number, Expected>();
    lastVisible = new Map();
    let number = 0;
    const followers = viewers.flatMap((viewer) =>
      filters.map((filter) => ({ viewer, filter, follower: new Follower() })),
    );
    const check = () => {
      now += 1;
      for (const [n, one] of model) {
        for (const viewer of viewers.filter((who) => isListed(one, who, {}))) {
          lastVisible.set(`${viewer} ${hashOf(n).toString('hex')}`, now);
        }
      }
    };
    for (const action of steps) {
      check();
      if (action.do === 'follow') {
        for (const { viewer, filter, follower } of followers.filter(
          (one) => one.viewer === viewers[action.who],
        )) {
          follower.catchUp(node.list, viewer, filter, 2);
        }
        continue;
      }
      if (action.do === 'reindex') {
        node.db.exec('UPDATE content_index SET version = 0');
        new ContentIndex(node.db).rebuildIfOutdated();
        continue;
      }
      const sha256 = hashOf(action.content);
      const known = model.get(action.content);
      if (action.do === 'add' || action.do === 'copy') {
        const type = types[action.type] as string;
        const by = action.do === 'add' ? action.user : network;
        const adding = node.contents.add({
          sha256,
          size: 100 + action.content,
          contentType: type,
          name: `file ${action.content}.bin`,
          title: `File ${action.content}`,
          uploadedBy: by,
          createdAt: now,
          checksums: Buffer.alloc(4),
          ...(by === network && { copy: { host: 'https://far.example', ...fromFar } }),
        });
        node.contents.flush();
        const restored = trash.get(action.content);
        const here = known ?? restored;
        const isNews = by !== network && !here?.holders.includes(by);
        expect((await adding).addition).toBe(!known ? 'added' : isNews ? 'ownerAdded' : 'known');
        if (restored) {
          trash.delete(action.content);
          model.set(action.content, restored);
          if (by !== 'owner') restored.published = false;
        }
        if (!here) {
          number += 1;
          model.set(action.content, {
            number,
            title: `File ${action.content}`,
            ...(by === network ? fromFar : noTexts),
            type,
            createdAt: now,
            published: false,
            holders: [by],
          });
        } else if (isNews) {
          if (firstOf(here) === network) Object.assign(here, noTexts, { title: `File ${action.content}` });
          here.holders.push(by);
        }
      } else if (action.do === 'leave') {
        const isHeld = known?.holders.includes(action.user) === true;
        const isLast = isHeld && known.holders.length === 1;
        now += 1;
        expect(await node.contents.removeOwner(sha256, action.user, now)).toBe(
          isLast ? 'gone' : isHeld ? 'left' : 'none',
        );
        if (isLast) model.delete(action.content);
        else if (isHeld) {
          if (firstOf(known) === action.user) known.published = false;
          known.holders = known.holders.filter((holder) => holder !== action.user);
        }
      } else if (action.do === 'evict') {
        const evicting = node.contents.evict(sha256, () => true);
        node.contents.flush();
        const isEvictable = known !== undefined && firstOf(known) === network;
        expect(await evicting).toBe(isEvictable);
        if (isEvictable) model.delete(action.content);
      } else if (action.do === 'remove' || action.do === 'block') {
        const isStored = known !== undefined || trash.has(action.content);
        model.delete(action.content);
        trash.delete(action.content);
        if (action.do === 'remove') expect(await node.contents.remove(sha256)).toBe(isStored);
        else {
          await node.blocks.add(sha256, 'why');
          expect(await node.blocks.remove(sha256)).toBe(true);
        }
      } else if (action.do === 'measure') {
        if (!known) continue;
        known.length = action.length;
        if (action.takenAt === null) delete known.takenAt;
        else known.takenAt = action.takenAt;
        node.db
          .prepare(
            `INSERT INTO content_media (sha256, state, maker, made_at, duration_ms, taken_at, has_waveform)
             VALUES (?, 'made', 1, 1, ?, ?, 0) ON CONFLICT (sha256) DO UPDATE
             SET duration_ms = excluded.duration_ms, taken_at = excluded.taken_at`,
          )
          .run(sha256, action.length, action.takenAt);
      } else if (action.do === 'trash' || action.do === 'restore' || action.do === 'purge') {
        const here = action.do === 'trash' ? known : trash.get(action.content);
        const moving = {
          trash: () => node.trashRows.add(sha256, now),
          restore: () => node.trashRows.restore(sha256),
          purge: () => node.trashRows.remove(sha256),
        }[action.do]();
        node.contents.flush();
        expect(await moving).toBe(here !== undefined && (action.do === 'trash' ? 'trashed' : true));
        if (action.do === 'trash') model.delete(action.content);
        else trash.delete(action.content);
        if (here && action.do === 'trash') trash.set(action.content, here);
        if (here && action.do === 'restore') model.set(action.content, here);
      } else if (known) {
        const edit = action.do === 'edit' ? action.edit : { published: action.published };
        Object.assign(known, JSON.parse(JSON.stringify(edit)));
        if (known.published && firstOf(known) === network) known.holders.push('owner');
        await node.service.edit(sha256, edit as never);
      }
    }
    check();
    for (const { viewer, filter, follower } of followers) {
      const expected = [...model.values()]
        .filter((one) => isListed(one, viewer, filter))
        .sort((a, b) => b.number - a.number)
        .map(({ title }) => title);
      const titlesFound: string[] = [];
      let cursor: string | null | undefined;
      do {
        const page = node.list.page({ ...filter, limit: 2, ...(cursor ? { cursor } : {}) }, viewer);
        expect(page.total).toBe(expected.length);
        for (const { record } of page.items) titlesFound.push(record?.title ?? 'a deletion');
        cursor = page.nextCursor;
      } while (cursor);
      const what = `${viewer} ${JSON.stringify(filter)}`;
      expect(titlesFound, what).toEqual(expected);
      follower.catchUp(node.list, viewer, filter, 3);
      expect(follower.titles, what).toEqual([...expected].sort());
    }
    for (const one of users) {
      const held = [...model.entries()].filter(([, { holders }]) => holders.includes(one));
      expect(node.usageOf(one)).toEqual({
        contents: held.length,
        contentBytes: held.reduce((sum, [n]) => sum + 100 + n, 0),
        unlisted: held.filter(([, { published }]) => !published).length,
      });
    }
    expect(node.contents.totals().contents).toBe(model.size);
    expect(node.trashRows.usage()).toEqual({
      contents: trash.size,
      bytes: [...trash.keys()].reduce((sum, n) => sum + 100 + n, 0),
    });
    expectOrder(node.service, model);
  };

  await fc.assert(fc.asyncProperty(fc.array(anyStep, { maxLength: 60, size: 'max' }), run), {
    numRuns: randomRuns(50),
  });
});
