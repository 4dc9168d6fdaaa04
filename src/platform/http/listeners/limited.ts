import type { RequestListener } from 'node:http';
import { drain } from '../endpoint/drain.ts';
import { hasBody, limitPieces } from './body-pieces.ts';
import { oneByOne } from './one-by-one.ts';

/** Applies the limits of waiting requests and of bodies. */
export function limited(handle: RequestListener): RequestListener {
  const inTurn = oneByOne(handle);
  return (request, response) => {
    if (hasBody(request)) {
      limitPieces(request);
      response.once('finish', () => drain(request));
    }
    inTurn(request, response);
  };
}
