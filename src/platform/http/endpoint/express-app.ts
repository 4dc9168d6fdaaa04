import express, { type Express, type Request } from 'express';
import { NodeError } from '../../../core/node-error.ts';
import type { EndpointAdapter } from './adapter.ts';

/** Creates an app with strict path matching and without query parsing. */
export function createApp(): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  // Set before the first route; later settings have no effect.
  app.enable('case sensitive routing');
  app.enable('strict routing');
  app.set('query parser', false);
  return app;
}

/** Responds to errors of an app's handlers with a problem; register it after all routes. */
export function handleErrors(app: Express, adapter: EndpointAdapter): void {
  // Express recognises an error handler by its four parameters.
  app.use(
    (error: Error & { status?: number }, request: Request, response: express.Response, _next: unknown) => {
      adapter.fail(clientError(error), request, response);
    },
  );
}

/** Converts client errors of Express and its file server to a problem; returns any other error unchanged. */
function clientError(error: Error & { status?: number }): Error {
  const { status = 500 } = error;
  if (status === 404) return new NodeError('not_found', 'http.notFound');
  if (status === 412) return new NodeError('precondition_failed', 'http.fileChanged');
  if (status < 400 || status >= 500) return error;
  return new NodeError('invalid_request', 'http.unacceptable');
}
