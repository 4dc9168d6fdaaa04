import { NodeError } from './node-error.ts';

export const contentNotFound = (): NodeError => new NodeError('content_not_found', 'content.notFound');

export const contentNotStored = (): NodeError => new NodeError('content_not_found', 'content.notStored');
