import express from 'express';
import { listen } from './listen.ts';

/** Express answering every request with one document, as its documentation shows. Argument: the document. */
const [json = ''] = process.argv.slice(2);
const document: unknown = JSON.parse(json);
const app = express();
app.get('/', (_request, response) => {
  response.json(document);
});

listen(app);
