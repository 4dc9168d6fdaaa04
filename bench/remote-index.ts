import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { remoteContentQuery } from '../src/contract/node-api/discovery.ts';
import { FoundContentsSearch } from '../src/features/discovery/found-contents.ts';
import { IndexWriter } from '../src/features/discovery/index-writer.ts';
import {
  type RemoteEntry,
  RemoteIndexRepository,
} from '../src/features/discovery/repository/remote-index-repository.ts';
import { RemoteListRepository } from '../src/features/discovery/repository/remote-list-repository.ts';
import { SubscriptionRepository } from '../src/features/discovery/repository/subscription-repository.ts';
import { SyncStateRepository } from '../src/features/discovery/repository/sync-state-repository.ts';
import type { Db } from '../src/platform/sqlite/database.ts';
import { openDatabase } from '../src/platform/sqlite/open-database.ts';
import { costOf } from './lib/cost.ts';
import { randomNumbers, wordOf } from './lib/many-contents.ts';
import type { Report } from './lib/report.ts';
import type { Workbench } from './lib/workbench.ts';

const count = Number(process.env.BENCH_CONTENTS ?? 1_000_000);
const hosts = 10;
const baseUrl = 'http://127.0.0.1:8471';

const searches: Record<string, Record<string, string>> = {
  everything: {},
  'a word that all have': { q: 'recording' },
  'one letter': { q: 'r' },
  'a common word': { q: wordOf(0) },
  'a rare word': { q: wordOf(990) },
  'two beginnings': { q: `${wordOf(0).slice(0, 4)} ${wordOf(20)}` },
  'a type': { content_type: 'audio' },
  'a rare author': { author: 'author 999' },
  'a hashtag': { hashtag: 'tag7' },
  'all of these': { q: 'rec', hashtag: 'tag7', author: 'author 3', content_type: 'audio' },
};

const types = ['audio/mpeg', 'audio/ogg', 'image/jpeg', 'text/plain', 'application/pdf'];

/** Returns a generator of contents as other nodes list them, created one second apart. */
function entryMaker(): () => RemoteEntry {
  const random = randomNumbers();
  const pick = (max: number, bend = 1) => Math.floor(max * random() ** bend);
  let n = 0;
  return () => {
    n += 1;
    const title = `Recording ${n} ${wordOf(pick(1000, 3))} ${wordOf(pick(1000, 3))}`;
    return {
      sha256: createHash('sha256').update(title).digest(),
      record: {
        ...{ title, description: 'Made by the sea on a summer day', size: 1000, cover: null, owner: null },
        contentType: types[pick(types.length)] as string,
        authors: [`Author ${pick(1000, 2)}`],
        hashtags: [`tag${pick(50)}`],
        createdAt: 1_700_000_000_000 + n * 1000,
      },
    };
  };
}

/** Measures pages of a large index, made as by the endpoint, and writing to the index. */
export async function run(bench: Workbench, report: Report): Promise<void> {
  const db = openDatabase(join(bench.folder('index'), 'alcove.db'));
  const states = new SyncStateRepository(db);
  const ids = Array.from({ length: hosts }, (_, i) => states.add(`https://node-${i}.example`, 'key', 0).id);
  const known = new RemoteIndexRepository(db, new SubscriptionRepository(db));
  const next = entryMaker();
  const fillMs = fill(db, known, ids, next);
  report.figure(`index of ${count} contents`, [fillMs / 1000], 's');
  let version = 0;
  const search = new FoundContentsSearch({
    list: new RemoteListRepository(db, () => version),
    isRestricted: () => false,
    copyStore: { sizes: (sha256s) => sha256s.map(() => undefined) },
    formatAddress: (address) => address,
    contentUrl: (base, id) => `${base}/api/v1/storage/${id}`,
  });
  const page = (query: Record<string, string>) =>
    JSON.stringify(search.page(remoteContentQuery.parse(query), baseUrl));
  for (const [what, query] of Object.entries(searches)) {
    // The first page includes counts that are computed once after each change.
    const first = costOf(() => {
      version += 1;
      page(query);
    });
    const cursorAt = (share: number) => ((1_700_000_000_000 + count * share * 1000) * 1024).toString(36);
    const rest = [0.5, 0.001].map((share) => costOf(() => page({ ...query, cursor: cursorAt(share) })));
    report.goal(what, Math.max(first, ...rest), 'ms', { sign: '≤', bound: 5 });
    const [middle = 0, end = 0] = rest;
    report.note(
      `  top ${ms(first)}, middle ${ms(middle)}, end ${ms(end)}: ${(end / first).toFixed(1)} × top`,
    );
  }
  await write(states, known, ids[0] as number, next, report);
  db.close();
}

function fill(db: Db, known: RemoteIndexRepository, ids: readonly number[], next: () => RemoteEntry): number {
  db.pragma('synchronous = OFF');
  const start = performance.now();
  for (let written = 0; written < count; written += 100) {
    const id = ids[(written / 100) % hosts] as number;
    known.transaction(() => {
      for (let i = 0; i < 100; i += 1) known.apply({ id, pass: 1 }, next(), Date.now());
    });
    for (let i = 0; i < 4; i += 1) known.mergeSearch();
  }
  db.pragma('synchronous = FULL');
  return performance.now() - start;
}

/** Measures writing new pages into the full index, during whose transactions the node does no other work. */
async function write(
  states: SyncStateRepository,
  known: RemoteIndexRepository,
  id: number,
  next: () => RemoteEntry,
  report: Report,
): Promise<void> {
  const lasted: number[] = [];
  const writer = new IndexWriter({
    ...{ index: known, states, maxContents: count, clock: Date.now, onChange: () => {} },
  });
  const transaction = known.transaction.bind(known);
  const tidy = known.mergeSearch.bind(known);
  const timed = <T>(work: () => T): T => {
    const before = process.cpuUsage();
    const result = work();
    const { user, system } = process.cpuUsage(before);
    lasted.push((user + system) / 1000);
    return result;
  };
  known.transaction = (work) => timed(() => transaction(work));
  known.mergeSearch = () => timed(tidy);
  const { signal } = new AbortController();
  const start = performance.now();
  for (let pages = 0; pages < 100; pages += 1) {
    await writer.write({ id, pass: 1 }, Array.from({ length: 100 }, next), String(pages), signal);
  }
  report.figure('pages of 100 written into it, a second', [100_000 / (performance.now() - start)], '');
  const sorted = lasted.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? 0;
  report.goal('a transaction, 99 of 100, processor time', at(0.99), 'ms', { sign: '≤', bound: 20 });
  report.note(`  half of them ${ms(at(0.5))}, the longest of ${sorted.length} ${ms(at(1 - 1e-9))}`);
}

const ms = (value: number): string => `${value.toFixed(2)} ms`;
