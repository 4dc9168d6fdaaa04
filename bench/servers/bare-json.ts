import { listen } from './listen.ts';

/** Bare node answering every request with one document, made anew each time. Argument: the document. */
const [json = ''] = process.argv.slice(2);
const document: unknown = JSON.parse(json);

listen((_request, response) => {
  const body = Buffer.from(JSON.stringify(document));
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': body.length });
  response.end(body);
});
