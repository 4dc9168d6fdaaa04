import { readFileSync } from 'node:fs';
import { answerHandshake } from '../lib/plain-handshake.ts';
import { listen } from './listen.ts';

/** Bare Node that answers handshakes. Argument: a file with the unsigned response. */
const [answerFile = ''] = process.argv.slice(2);
const answer = JSON.parse(readFileSync(answerFile, 'utf8')) as object;

listen((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const body = Buffer.from(answerHandshake(Buffer.concat(chunks).toString(), answer));
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': body.length });
    response.end(body);
  });
});
