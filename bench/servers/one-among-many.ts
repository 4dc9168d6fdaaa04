import { join } from 'node:path';
import { createLogger } from '../../src/core/log/logger.ts';
import { DiscoveryService } from '../../src/features/discovery/discovery-service.ts';
import { openRemoteIndex } from '../../src/features/discovery/remote-index.ts';
import { lonePeers } from '../network/lone-peers.ts';

/**
 * A private node that knows one node of a crowd, and learns all others and their contents; prints the costs
 * (`Outcome`). The clock is simulated. Arguments: a folder, the port of the crowd, its size.
 */
const [folder = '', port = '', count = ''] = process.argv.slice(2);
const size = Number(count);
const ROUNDS = 12;
const BETWEEN_ROUNDS_MS = 12 * 60_000;

export interface Cost {
  wallMs: number;
  /** Processor time in all threads. */
  processorMs: number;
}

/** The costs, and the state of the node afterwards. */
export interface Outcome {
  known: number;
  /** Until all nodes were known. */
  learning: Cost & { handshakes: number };
  /** Until the lists of the followed nodes were read. */
  reading: Cost;
  contents: number;
  /** A round without news. */
  round: Cost;
  handshakesARound: number;
  /** Memory in use after a garbage collection. */
  heapBytes: number;
  residentBytes: number;
  databaseBytes: number;
}

const time = { skipped: 0 };
const clock = (): number => Date.now() + time.skipped;
const { db, rows, peers } = lonePeers({
  path: join(folder, 'alcove.db'),
  bootstrap: [`http://node-0.example:${port}`],
  resolve: async () => [{ address: '127.0.0.1', family: 4 }],
  clock,
});
const sizes = (sha256s: readonly Buffer[]) => sha256s.map(() => undefined);
const sync = new DiscoveryService({
  ...{ db, clock, peers: rows, connection: { ...peers.connection, pace: () => undefined } },
  index: openRemoteIndex({
    db,
    copyStore: { sizes },
    isRestricted: () => false,
    testOnly: false,
    contentUrl: (baseUrl, contentId) => `${baseUrl}/${contentId}`,
  }),
  fetcher: { fetch: async () => {} },
  copyStore: {
    sizes,
    setSubscribed: async () => {},
    hasSpaceFor: () => false,
    isBlocked: () => false,
    pin: async () => {},
  },
  maxContents: 1_000_000,
  pausedBy: () => [],
  logger: createLogger('silent'),
  note: () => {},
  onKept: () => {},
  onChange: () => {},
});

async function costOf(work: () => Promise<void>): Promise<Cost> {
  const before = { wall: performance.now(), processor: process.cpuUsage() };
  await work();
  const { user, system } = process.cpuUsage(before.processor);
  return { wallMs: performance.now() - before.wall, processorMs: (user + system) / 1000 };
}

const known = (): number => peers.list().filter(({ state }) => state === 'compatible').length;
const handshakes = (): number => peers.list().reduce((sum, { exchanged }) => sum + exchanged.handshakes, 0);

async function learn(): Promise<void> {
  await peers.start();
  await peers.settled();
  for (let rounds = 0; known() < size && rounds < 5; rounds += 1) await round();
}

async function round(): Promise<void> {
  time.skipped += BETWEEN_ROUNDS_MS;
  await peers.runDue();
  await peers.settled();
}

async function read(): Promise<void> {
  do {
    await sync.run();
    time.skipped += 2000;
  } while (sync.state().nodes.some(({ synced_at, behind }) => synced_at === null || behind));
}

const learning = { ...(await costOf(learn)), handshakes: handshakes() };
const reading = await costOf(read);
const before = handshakes();
const rounds = await costOf(async () => {
  for (let done = 0; done < ROUNDS; done += 1) {
    await round();
    await sync.run();
  }
});
globalThis.gc?.();
const { heapUsed, rss } = process.memoryUsage();
const outcome: Outcome = {
  known: known(),
  ...{ learning, reading },
  contents: sync.state().contents,
  round: { wallMs: rounds.wallMs / ROUNDS, processorMs: rounds.processorMs / ROUNDS },
  handshakesARound: (handshakes() - before) / ROUNDS,
  ...{ heapBytes: heapUsed, residentBytes: rss },
  databaseBytes:
    Number(db.pragma('page_count', { simple: true })) * Number(db.pragma('page_size', { simple: true })),
};
process.stdout.write(`${JSON.stringify(outcome)}\n`);
await sync.stop();
await peers.stop();
db.close();
