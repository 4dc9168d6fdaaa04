import { message } from '../../core/messages/message.ts';
import { NodeError } from '../../core/node-error.ts';

export const isSuperseded = (error: unknown): boolean =>
  error instanceof NodeError && error.code === 'offset_mismatch';

/** A newer request for the upload, perhaps on another replica, has stored other bytes. */
export const superseded = (currentSize: number): NodeError =>
  new NodeError('offset_mismatch', 'storage.uploadSuperseded', {
    members: { current_size: currentSize },
  });

/** @param unfinished limit of unfinished uploads */
export const tooMany = (unfinished: number): NodeError =>
  new NodeError('rate_limited', message('storage.tooManyUnfinished', { uploads: unfinished }), {
    headers: { 'Retry-After': '3600' },
  });
