import { openKilledIndexer } from './kill-indexers.ts';

const [folder = '', url = '', platform = ''] = process.argv.slice(2);
// Ends also with the test, where nobody kills it any more.
process.stdin
  .once('end', () => process.exit(1))
  .resume()
  .unref();
const opened = await openKilledIndexer(folder, url, platform);
while ((await opened.look()).status !== 'ok');
await opened.stop(true);
