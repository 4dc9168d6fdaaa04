import type { ConstantMessageId, Message } from '../../../contract/messages/message.ts';
import { toMessage } from '../../../core/messages/message.ts';
import type { SharedContent, SharedKind } from '../shared-contents.ts';

/** A kind of contents, or of collections. */
type ShownKind = SharedKind | NonNullable<SharedContent['list']>['kind'];

const kindNames: Record<ShownKind, ConstantMessageId> = {
  audio: 'sharePage.audio',
  video: 'sharePage.video',
  picture: 'sharePage.picture',
  pdf: 'sharePage.pdf',
  book: 'sharePage.book',
  plainText: 'sharePage.plainText',
  collection: 'sharePage.collection',
  album: 'sharePage.album',
  playlist: 'sharePage.playlist',
  folder: 'sharePage.folder',
  file: 'sharePage.file',
};

/** Returns the name of a kind. */
export const kindName = (kind: ShownKind): Message => toMessage(kindNames[kind]);
