import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { type MarketSort, marketSorts } from '../src/contract/dashboard-api/market.ts';
import { sortKey } from '../src/core/lists/sort-key.ts';
import { createLogger } from '../src/core/log/logger.ts';
import { createChainClient } from '../src/features/chain/client/chain-client.ts';
import { ChainIndexRepository } from '../src/features/chain/indexer/chain-index-repository.ts';
import { Indexer } from '../src/features/chain/indexer/indexer.ts';
import { ChainPlatformRepository } from '../src/features/chain/indexer/platform-repository.ts';
import type { MarketFilter } from '../src/features/market/repository/market-query.ts';
import { ChainMarketRepository } from '../src/features/market/repository/market-repository.ts';
import { openDatabase } from '../src/platform/sqlite/open-database.ts';
import { costOf } from './lib/cost.ts';
import { randomNumbers, wordOf } from './lib/many-contents.ts';
import type { Report } from './lib/report.ts';
import type { Workbench } from './lib/workbench.ts';

const count = Number(process.env.BENCH_CONTENTS ?? 100_000);
const transactions = Number(process.env.BENCH_TRANSACTIONS ?? 10_000);
const serverScript = fileURLToPath(new URL('./servers/chain.ts', import.meta.url));

const lists: Record<string, Omit<MarketFilter, 'platform'>> = {
  everything: {},
  'a word that all have': { q: 'recording' },
  'one letter': { q: 'r' },
  'a common word': { q: wordOf(0) },
  'a rare word': { q: wordOf(990) },
  'two beginnings': { q: `${wordOf(0).slice(0, 4)} ${wordOf(20)}` },
  'a kind': { kind: 'music' },
  'the other kinds': { kind: 'files' },
  'followed people': { followed: { owners: [addressOf(7), addressOf(8)], authors: ['Ada'] } },
  'a narrow range of prices': { min: 5_000_000_000n, max: 5_001_000_000n },
  'a common word in it': { min: 5_000_000_000n, max: 5_001_000_000n, q: 'recording' },
  'of one wallet': { owners: [addressOf(7)] },
};

const types = ['audio/mpeg', 'audio/ogg', 'image/jpeg', 'text/plain', 'application/pdf'];

function addressOf(n: number): string {
  return `0:${createHash('sha256').update(`address ${n}`).digest('hex')}`;
}

/** Measures the lists of a large market, and following a platform of 10,000 transactions. */
export async function run(bench: Workbench, report: Report): Promise<void> {
  await follow(bench, report);
  const db = openDatabase(join(bench.folder('market'), 'alcove.db'));
  const platforms = new ChainPlatformRepository(db);
  const platform = platforms.idOf('testnet', addressOf(0));
  const start = performance.now();
  fill(new ChainIndexRepository(db), platforms, platform);
  report.figure(`market of ${count} contents`, [(performance.now() - start) / 1000], 's');
  const market = new ChainMarketRepository(db);
  for (const [what, list] of Object.entries(lists)) {
    const filter = { platform, ...list };
    const counted = costOf(() => market.count(filter));
    report.note(`${what}, counted: ${counted.toFixed(2)} ms`);
    for (const sort of marketSorts) {
      const pages = [0.01, 0.5, 0.99].map((share) => pageCost(market, filter, sort, share));
      report.goal(`  ${sort} first`, Math.max(...pages), 'ms', { sign: '≤', bound: 50 });
    }
  }
  db.close();
}

/** Records the duration of database transactions, during which the process serves nobody else. */
class TimedPlatforms extends ChainPlatformRepository {
  readonly tookMs: number[] = [];

  override write<T>(work: () => T): Promise<T> {
    const start = performance.now();
    try {
      return super.write(work);
    } finally {
      this.tookMs.push(performance.now() - start);
    }
  }
}

/** Measures the first reading of a platform, from a service in another process that responds at once. */
async function follow(bench: Workbench, report: Report): Promise<void> {
  const server = await bench.server(process.execPath, [serverScript, String(transactions)]);
  const { url, platform, seqno } = server.ready as { url: string; platform: string; seqno: number };
  const db = openDatabase(join(bench.folder('follow'), 'alcove.db'));
  const client = await createChainClient({
    ...{ network: 'testnet', endpoints: [url] },
  });
  const platforms = new TimedPlatforms(db);
  const indexer = new Indexer({
    ...{ network: 'testnet', platform, client: client.ton, platforms },
    index: new ChainIndexRepository(db),
    ...{ onEvent: () => {}, onWipe: () => {}, onChange: () => {} },
    ...{ clock: Date.now, logger: createLogger('silent') },
  });
  const delay = monitorEventLoopDelay({ resolution: 5 });
  const before = process.memoryUsage().rss;
  let peak = before;
  const timer = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss);
  }, 20);
  delay.enable();
  const start = performance.now();
  const processor = process.cpuUsage();
  await indexer.now();
  const { user, system } = process.cpuUsage(processor);
  report.figure(`${transactions} transactions read`, [(performance.now() - start) / 1000], 's');
  report.figure('  processor time for each', [(user + system) / 1000 / transactions], 'ms');
  report.figure('  memory more at most', [(peak - before) / 1024 ** 2], 'MiB');
  const took = platforms.tookMs.toSorted((a, b) => a - b);
  report.figure('  transactions of the database', [took.length], '');
  report.figure('  99 of 100 of them', [took[Math.floor(took.length * 0.99)] ?? 0], 'ms');
  report.figure('  the longest of them', [took.at(-1) ?? 0], 'ms');
  report.figure('  held up the thread, 99 of 100', [delay.percentile(99) / 1e6], 'ms');
  report.figure('  held up the thread, longest', [delay.max / 1e6], 'ms');
  delay.disable();
  clearInterval(timer);
  if (indexer.state().height !== seqno) throw new Error(`It ended with ${JSON.stringify(indexer.state())}`);
  const again = performance.now();
  await indexer.now();
  report.figure('  looked at again, nothing new', [performance.now() - again], 'ms');
  await indexer.stop();
  client.close();
  db.close();
  await server.end();
}

/** Measures a page that begins after a fraction of all contents. */
function pageCost(
  market: ChainMarketRepository,
  filter: MarketFilter,
  sort: MarketSort,
  share: number,
): number {
  const after =
    sort === 'newest'
      ? { id: Math.round(count * (1 - share)), price: 0n, titleKey: '' }
      : {
          id: 0,
          price: BigInt(Math.round(10_000 * (sort === 'cheapest' ? share : 1 - share))) * 1_000_000n,
          titleKey: sortKey(`Recording ${Math.round(count * share)}`),
        };
  return costOf(() => market.page(filter, sort, after, 50));
}

function fill(index: ChainIndexRepository, platforms: ChainPlatformRepository, platform: number): void {
  const random = randomNumbers();
  const pick = (max: number, bend = 1) => Math.floor(max * random() ** bend);
  for (let n = 0; n < count; n += 1000) {
    void platforms.write(() => {
      for (let i = n; i < n + 1000; i += 1) {
        const title = `Recording ${i} ${wordOf(pick(1000, 3))} ${wordOf(pick(1000, 3))}`;
        index.addContent(platform, {
          ...{
            index: i,
            address: addressOf(-1 - i),
            owner: addressOf(pick(1000)),
            sender: addressOf(0),
            title,
          },
          sha256: createHash('sha256').update(title).digest(),
          ...{ cover: undefined, keyHash: undefined, size: 1000, downloadable: true },
          contentType: types[pick(types.length)] as string,
          description: 'Made by the sea on a summer day. '.repeat(10),
          authors: [`Author ${pick(1000, 2)}`],
          hashtags: [`tag${pick(50)}`],
          price: BigInt(pick(10_000)) * 1_000_000n,
          ...{ resalePrice: 0n, allowResale: false, withdrawn: false },
          royalties: [[addressOf(pick(1000)), 5000]],
          createdAt: 1_700_000_000_000 + i,
        });
      }
    });
  }
}
