import { listen } from './listen.ts';

/** Bare Node that answers every request with one document, serialised each time. Argument: the document. */
const [json = ''] = process.argv.slice(2);
const document: unknown = JSON.parse(json);

listen((_request, response) => {
  const body = Buffer.from(JSON.stringify(document));
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': body.length });
  response.end(body);
});
