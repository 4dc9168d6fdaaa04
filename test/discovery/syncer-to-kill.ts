/** Reads a list to its end, and subscribes to a part of it: killed by the test at any time. */
import { setTimeout as sleep } from 'node:timers/promises';
import { startTestSync } from './test-sync.ts';

const [folder = '', host = ''] = process.argv.slice(2);
const own = startTestSync({ folder });
own.db.pragma('synchronous = FULL');
if (own.peers.get(host) === undefined) own.knows(host);
// Contents of an earlier process are still stored.
const keptContents = own.db.prepare<[], { sha256: Buffer }>(
  "SELECT sha256 FROM subscribed_contents WHERE state = 'kept'",
);
for (const { sha256 } of keptContents.all()) own.copyStore.stored.set(sha256.toString('hex'), 10);
own.sync.subscriptions.add({ kind: 'hashtag', value: 'kept' });
own.sync.start();
for (;;) {
  await own.sync.now();
  const isKept = own.sync.subscriptions.list().every(({ matches, stored: kept }) => matches === kept);
  if (own.nodeState(host)?.behind === false && isKept) break;
  await sleep(5);
}
await own.stop();
