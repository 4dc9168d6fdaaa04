import { createReadStream, statSync } from 'node:fs';
import { join } from 'node:path';
import { listen } from './listen.ts';

/** Bare Node that sends large files as in its documentation. Argument: the folder. */
const [folder = ''] = process.argv.slice(2);

listen((request, response) => {
  const path = join(folder, request.url ?? '');
  response.writeHead(200, {
    'Content-Type': 'application/octet-stream',
    'Content-Length': statSync(path).size,
  });
  createReadStream(path, { highWaterMark: 256 * 1024 }).pipe(response);
});
