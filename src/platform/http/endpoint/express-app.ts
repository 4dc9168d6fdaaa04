import express, { type Express, type Request } from 'express';
import { NodeError } from '../../../core/node-error.ts';
import type { Adapter } from './adapter.ts';

/** Makes an app that takes no other spelling of a path for the same, and reads no query. */
export function createApp(): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  // Before the first route: later they would count for nothing.
  app.enable('case sensitive routing');
  app.enable('strict routing');
  app.set('query parser', false);
  return app;
}

/** Answers what a handler of an app throws with a problem; after all its routes. */
export function answerErrors(app: Express, adapter: Adapter): void {
  // Express knows a handler of errors by its four parameters.
  app.use(
    (error: Error & { status?: number }, request: Request, response: express.Response, _next: unknown) => {
      adapter.fail(clientError(error), request, response);
    },
  );
}

/** What Express and its file server hold against a request, as a problem; anything else as it is. */
function clientError(error: Error & { status?: number }): Error {
  const { status = 500 } = error;
  if (status === 404) return new NodeError('not_found', 'The node has nothing at this path.');
  if (status === 412) return new NodeError('precondition_failed', 'The file has changed meanwhile.');
  if (status < 400 || status >= 500) return error;
  return new NodeError('invalid_request', 'The path or a condition in the headers is not acceptable.');
}
