import express from 'express';
import { listen } from './listen.ts';

/** Express that answers every request with one document, as in its documentation. Argument: the document. */
const [json = ''] = process.argv.slice(2);
const document: unknown = JSON.parse(json);
const app = express();
app.get('/', (_request, response) => {
  response.json(document);
});

listen(app);
