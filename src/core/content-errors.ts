import { NodeError } from './node-error.ts';

export const contentNotFound = (): NodeError =>
  new NodeError('content_not_found', 'content.notFound', { isUnknownHere: true });

/** The operator of the node does not want this content here. */
export const blocked = (): NodeError => new NodeError('blocked', 'content.blocked');

export const contentNotStored = (): NodeError => new NodeError('content_not_found', 'content.notStored');
