import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { randomFrom } from '../support/seeded.ts';
import { idOf, type ListServer, listOf, recordOf, refuse, startListServer } from './list-server.ts';
import { startTestSync, type TestSync, temporaryFolder } from './test-sync.ts';

const script = fileURLToPath(new URL('./syncer-to-kill.ts', import.meta.url));
const songs = 400;

/** A list that repeats some contents and removes some; one in ten matches a subscription. */
const changes = (): unknown[] => [
  ...Array.from({ length: songs }, (_, i) =>
    recordOf(`song ${i}`, i % 10 === 0 ? { hashtags: ['kept'] } : {}),
  ),
  ...Array.from({ length: songs / 4 }, (_, i) => ({ content_id: idOf(`song ${4 * i + 1}`), deleted: true })),
  ...Array.from({ length: songs / 4 }, (_, i) => recordOf(`song ${4 * i + 2}`, { title: `retold ${i}` })),
];

/**
 * Runs a process that reads the list and kills it some time after a number of its requests; whether it
 * reached the end before.
 * @param afterMs of processor and disk time after the request
 */
async function runUntil(
  requests: number,
  afterMs: number,
  server: ListServer,
  folder: string,
): Promise<boolean> {
  const child = spawn(process.execPath, [script, folder, server.host], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const answer = server.answer;
  let left = requests;
  server.answer = (query, response) => {
    left -= 1;
    if (left === 0) setTimeout(() => child.kill('SIGKILL'), afterMs);
    return answer(query, response);
  };
  await once(child, 'exit');
  server.answer = answer;
  return child.exitCode === 0;
}

/** Checks that every counter equals the number of its rows. */
function expectRightCounts({ db, sync }: TestSync): void {
  const count = (sql: string) => db.prepare<[], { n: number }>(`SELECT count(*) AS n FROM ${sql}`).get()?.n;
  expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
  expect(db.pragma('foreign_key_check')).toEqual([]);
  expect(db.prepare('SELECT contents, weight FROM known_totals').get()).toEqual({
    contents: count('known_contents'),
    weight: count('known_sources'),
  });
  for (const { id, matches, stored: kept } of sync.subscriptions.list()) {
    expect(matches).toBe(count(`subscribed_contents WHERE subscription = '${id}'`));
    expect(kept).toBe(count(`subscribed_contents WHERE subscription = '${id}' AND state = 'kept'`));
  }
}

/** Kills processes while they read a list, and checks that nothing is lost or wrong. */
export async function killSyncs(kills: number, seed: number): Promise<void> {
  const random = randomFrom(seed);
  let server: ListServer | undefined;
  let folder = temporaryFolder();
  try {
    server = await startListServer();
    const first = listOf(changes());
    const anew = listOf(changes(), 'd');
    server.answer = first;
    for (let kill = 0; kill < kills; kill += 1) {
      const requests = 1 + Math.floor(random() * 9);
      const isDone = await runUntil(requests, random() * 40, server, folder);
      const own = startTestSync({ folder });
      expectRightCounts(own);
      await own.stop();
      if (!isDone) continue;
      // From the start: in an empty folder, or again with a node that does not know its cursors any more.
      const isAnew = random() < 0.5;
      server.answer = (query, response) =>
        isAnew && query.since.startsWith('c')
          ? refuse(response, 400, 'invalid_request')
          : (isAnew ? anew : first)(query);
      if (isAnew) continue;
      rmSync(folder, { recursive: true });
      folder = temporaryFolder();
    }
    const own = startTestSync({ folder });
    if (own.peers.get(server.host) === undefined) own.knows(server.host);
    while (own.nodeState(server.host)?.behind !== false) await own.sync.now();
    expectRightCounts(own);
    expect(own.found().total).toBe((songs * 3) / 4);
    expect(own.found({ q: 'retold' }).total).toBe(songs / 4);
    await own.stop();
  } finally {
    await server?.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
