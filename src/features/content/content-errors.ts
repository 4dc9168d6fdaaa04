import { NodeError } from '../../core/node-error.ts';

export const contentNotFound = (): NodeError =>
  new NodeError('content_not_found', 'No content with this id is stored on this node.');
