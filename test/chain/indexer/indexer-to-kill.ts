import { openKilledIndexer } from './kill-indexers.ts';

const [folder = '', url = '', platform = ''] = process.argv.slice(2);
// Ends with the test, too, if it is not killed before.
process.stdin
  .once('end', () => process.exit(1))
  .resume()
  .unref();
const opened = await openKilledIndexer(folder, url, platform);
while ((await opened.poll()).status !== 'ok');
await opened.stop(true);
