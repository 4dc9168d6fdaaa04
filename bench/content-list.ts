import { join } from 'node:path';
import { contentListQuery } from '../src/contract/node-api/content.ts';
import { noChainRecords } from '../src/features/content/chain-records.ts';
import { ContentCursors } from '../src/features/content/content-cursors.ts';
import { ContentListQueries } from '../src/features/content/content-list-queries.ts';
import { ContentResponses } from '../src/features/content/content-responses.ts';
import { ContentListRepository } from '../src/features/content/repository/content-list-repository.ts';
import { ContentRecordRepository } from '../src/features/content/repository/content-record-repository.ts';
import { QueryCache } from '../src/platform/sqlite/query-cache.ts';
import { costOfWaiting } from './lib/cost.ts';
import { manyContents, wordOf } from './lib/many-contents.ts';
import type { Report } from './lib/report.ts';
import type { Workbench } from './lib/workbench.ts';

const count = Number(process.env.BENCH_CONTENTS ?? 1_000_000);

/** Lists by viewer and query. `somebody` owns one content in a thousand. */
const lists: Record<string, { viewer?: string; query?: Record<string, string> }> = {
  anonymous: {},
  'the owner, who holds nearly all': { viewer: 'owner' },
  'a user with few': { viewer: 'somebody' },
  'a word that all have': { query: { q: 'recording' } },
  'one letter': { query: { q: 'r' } },
  'a common word': { query: { q: wordOf(0) } },
  'a rare word': { viewer: 'owner', query: { q: wordOf(990) } },
  'two beginnings': { query: { q: `${wordOf(0).slice(0, 4)} ${wordOf(20)}` } },
  'a type': { query: { content_type: 'audio' } },
  'a rare author': { viewer: 'owner', query: { author: 'author 999' } },
  'a hashtag': { query: { hashtag: 'tag7' } },
  'all of these': {
    viewer: 'owner',
    query: { q: 'rec', hashtag: 'tag7', author: 'author 3', content_type: 'audio' },
  },
};

/** The chain's records of a node that sells nothing. */
const free = {
  restriction: () => undefined,
  refuseRestricted: () => {},
  encrypted: () => undefined,
  linkIfAny: () => null,
  pageLink: () => '',
};

/** Measures pages of 50 contents, made as by the endpoint: at the top, in the middle, and at the end. */
export async function run(bench: Workbench, report: Report): Promise<void> {
  const { db, indexMs } = manyContents(join(bench.folder('contents'), 'alcove.db'), count);
  report.figure(`index of ${count} contents`, [indexMs / 1000], 's');
  const cursors = new ContentCursors(Buffer.alloc(32));
  const newList = (repository = new ContentListRepository(db)) =>
    new ContentListQueries(repository, cursors, () => [], new QueryCache(db, 20));
  const rows = new ContentListRepository(db);
  const responses = new ContentResponses({
    records: new ContentRecordRepository(db),
    walletOf: () => null,
    licensed: free,
    previews: { stateOf: () => 'unknown' },
    covers: { statesOf: async () => () => 'unknown' },
    signsCovers: false,
    chain: noChainRecords,
  });
  // Uses a new list for each page, because a list caches its pages.
  const page = async (viewer: string | undefined, query: Record<string, string>, of = newList(rows)) => {
    const { items } = of.page(contentListQuery.parse(query), viewer);
    JSON.stringify(await responses.list(items, { viewer, baseUrl: 'http://127.0.0.1:8471' }));
  };
  const cursorAt = (share: number) =>
    cursors.write({ began: 0, beforeNumber: Math.max(100, Math.round(count * share)) });
  const changeAt = (share: number) => cursors.write({ began: 0, after: Math.round(2 * count * share) });
  for (const [what, { viewer, query = {} }] of Object.entries(lists)) {
    // The first page of a new list includes the count of matches and the preparation.
    const first = await costOfWaiting(() => page(viewer, query, newList()));
    const top = await costOfWaiting(() => page(viewer, query));
    const costs = async (shares: readonly number[], queryAt: (share: number) => Record<string, string>) => {
      const found: number[] = [];
      for (const share of shares) {
        found.push(await costOfWaiting(() => page(viewer, { ...query, ...queryAt(share) })));
      }
      return found;
    };
    const rest = await costs([0.5, 0], (share) => ({ cursor: cursorAt(share) }));
    const since = await costs([0, 0.4, 0.99], (share) => ({ since: changeAt(share) }));
    const worst = Math.max(first, top, ...rest, ...since);
    report.goal(what, worst, 'ms', { sign: '≤', bound: 5 });
    report.note(
      `  first ${ms(first)}; top ${ms(top)}, middle ${ms(rest[0])}, end ${ms(rest[1])}: ${((rest[1] ?? 0) / top).toFixed(1)} × top; changes ${since.map(ms).join(', ')}`,
    );
  }
  db.close();
}

const ms = (value = Number.NaN): string => `${value.toFixed(2)} ms`;
