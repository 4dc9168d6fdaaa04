import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { openDatabase } from '../../../src/platform/sqlite/open-database.ts';
import { randomFrom } from '../../support/seeded.ts';
import { makeChain } from './made-chain.ts';
import { openTestIndexer, type TestIndexer, temporaryFolder } from './test-indexer.ts';
import { earlier, startToncenter, type ToncenterServer } from './toncenter-server.ts';

const script = fileURLToPath(new URL('./indexer-to-kill.ts', import.meta.url));

/** An indexer that records each event in the transaction that indexes it, as orders do. */
export async function openKilledIndexer(folder: string, url: string, platform: string): Promise<TestIndexer> {
  const db = openDatabase(join(folder, 'alcove.db'));
  db.exec('CREATE TABLE IF NOT EXISTS recorded (n INTEGER PRIMARY KEY, type TEXT, query_id TEXT) STRICT');
  db.close();
  const opened: TestIndexer = await openTestIndexer({
    ...{ folder, url, platform },
    onEvent: ({ type, queryId }) =>
      opened.db.prepare('INSERT INTO recorded (type, query_id) VALUES (?, ?)').run(type, String(queryId)),
    onWipe: () => opened.db.prepare('DELETE FROM recorded').run(),
  });
  return opened;
}

/**
 * Runs a process that follows the chain and kills it some time after a number of its requests; whether it
 * reached the end before.
 * @param afterMs of processor and disk time after the request
 */
async function runUntil(
  requests: number,
  afterMs: number,
  server: ToncenterServer,
  folder: string,
  platform: string,
): Promise<boolean> {
  const child = spawn(process.execPath, [script, folder, server.url, platform], {
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  let left = requests;
  server.spoil = () => {
    left -= 1;
    if (left === 0) setTimeout(() => child.kill('SIGKILL'), afterMs);
    return false;
  };
  await once(child, 'exit');
  server.spoil = () => false;
  return child.exitCode === 0;
}

/** The rows of the index are consistent after a kill at any point. */
function expectWhole({ db, market, filter }: TestIndexer): void {
  const one = (sql: string) => db.prepare(sql).pluck().get();
  expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
  expect(db.pragma('foreign_key_check')).toEqual([]);
  const contents = one('SELECT count(*) FROM chain_contents');
  const licences = one('SELECT count(*) FROM licences');
  expect(one("SELECT count(*) FROM recorded WHERE type = 'content_registered'")).toBe(contents);
  expect(one("SELECT count(*) FROM recorded WHERE type = 'licence_issued'")).toBe(licences);
  expect(market.count(filter)).toBe(contents);
  // The index equals the transactions up to the cursor: all but the first one have an event.
  const applied = one(
    'SELECT count(*) FROM platform_transactions, platforms WHERE lt <= cursor_lt',
  ) as number;
  expect(Number(contents) + Number(licences)).toBe(Math.max(0, applied - 1));
  expect(
    one('SELECT count(*) FROM platform_transactions, platforms WHERE lt <= cursor_lt AND boc IS NOT NULL'),
  ).toBe(0);
}

/** Kills processes while they follow a growing chain, and checks that nothing is lost or duplicated. */
export async function killIndexers(kills: number, seed: number): Promise<void> {
  const random = randomFrom(seed);
  const chain = await makeChain(400);
  const server = await startToncenter(chain);
  let folder = temporaryFolder();
  try {
    let behind = 250;
    let ended = 0;
    for (let kill = 0; kill < kills; kill += 1) {
      server.choose = () => (behind > 0 ? earlier(chain, behind) : chain);
      const isDone = await runUntil(
        1 + Math.floor(random() * 7),
        random() * 150,
        server,
        folder,
        chain.platform,
      );
      if (isDone) ended += 1;
      const opened = await openKilledIndexer(folder, server.url, chain.platform);
      expectWhole(opened);
      await opened.stop(true);
      if (kill % 20 === 19) console.info(`${kill + 1} of ${kills}, ${ended} of them at their end`);
      behind = Math.max(0, behind - Math.floor(random() * 40));
      if (!isDone || behind > 0) continue;
      rmSync(folder, { recursive: true });
      folder = temporaryFolder();
      behind = 250;
    }
    console.info(`${kills - ended} of ${kills} were killed before they had come to the end`);
    server.choose = () => chain;
    const opened = await openKilledIndexer(folder, server.url, chain.platform);
    expect(await opened.poll()).toMatchObject({ status: 'ok', height: chain.seqno });
    expectWhole(opened);
    expect(opened.market.count(opened.filter)).toBe(chain.contents);
    const recorded = opened.db.prepare('SELECT query_id FROM recorded ORDER BY n').pluck().all() as string[];
    expect(recorded).toHaveLength(chain.contents + chain.licences);
    // In the order of the chain.
    expect(recorded.slice(0, 9)).toEqual('0 0 1 2 1 1000000 1000001 1000002 2'.split(' '));
    expect(new Set(recorded.map((id, n) => `${id} ${n % 4 === 0}`)).size).toBe(recorded.length);
    await opened.stop(true);
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
