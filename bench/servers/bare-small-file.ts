import { readFile } from 'node:fs';
import { join } from 'node:path';
import { listen } from './listen.ts';

/** Bare Node that reads a small file for each request. Argument: the folder. */
const [folder = ''] = process.argv.slice(2);

listen((request, response) => {
  readFile(join(folder, request.url ?? ''), (error, bytes) => {
    if (error) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { 'Content-Type': 'application/octet-stream', 'Content-Length': bytes.length });
    response.end(bytes);
  });
});
