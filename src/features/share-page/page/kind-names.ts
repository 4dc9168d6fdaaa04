import type { ConstantMessageId, Message } from '../../../contract/messages/message.ts';
import { toMessage } from '../../../core/messages/message.ts';
import type { SharedKind } from '../shared-contents.ts';

const kindNames: Record<SharedKind, ConstantMessageId> = {
  audio: 'sharePage.audio',
  video: 'sharePage.video',
  picture: 'sharePage.picture',
  pdf: 'sharePage.pdf',
  book: 'sharePage.book',
  plainText: 'sharePage.plainText',
  collection: 'sharePage.collection',
  file: 'sharePage.file',
};

/** Returns the name of a kind of contents. */
export const kindName = (kind: SharedKind): Message => toMessage(kindNames[kind]);
