import { openKilledIndexer } from './kill-indexers.ts';

const [folder = '', url = '', platform = ''] = process.argv.slice(2);
const opened = await openKilledIndexer(folder, url, platform);
while ((await opened.look()).status !== 'ok');
await opened.stop(true);
