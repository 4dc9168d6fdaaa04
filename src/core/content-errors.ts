import { NodeError } from './node-error.ts';

export const contentNotFound = (): NodeError =>
  new NodeError('content_not_found', 'No content with this id is stored on this node.');

export const contentNotStored = (): NodeError =>
  new NodeError('content_not_found', 'The content is not stored here. Upload it first.');
