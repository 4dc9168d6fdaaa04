import { NodeError } from './node-error.ts';

/** Returns the problem for a cursor that this node did not issue; `path` names the parameter. */
export const invalidCursor = (path = 'query.cursor'): NodeError =>
  new NodeError('invalid_request', 'The cursor is not one that this node gave. Begin anew without it.', {
    errors: [{ path, message: 'is not a cursor' }],
  });
