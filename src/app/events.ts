import type { NodeNotification } from '../contract/shell/node-notifications.ts';

/** Events from a part of the node to parts that are built after it. */
export interface NodeEvents {
  'activity.written': [];
  'notifications.seen': [];
  'settings.changed': [];
  /** A user signed in or out, or a wallet was linked, connected or removed. */
  'sign-in.changed': [];
  'session.ended': [session: { user: string; sessionId: string }];
  'tokens.changed': [];
  /** Files or their records were added, removed or edited. */
  'content.changed': [];
  /** Facts or pictures of media were made. */
  'media.changed': [];
  /** A damaged file was found and quarantined while the stored files were moved. */
  'content.quarantinedByMove': [sha256: Buffer];
  /** A plain file was put up for sale. */
  'content.restricted': [plain: Buffer];
  /** A plain file is no longer for sale. */
  'content.reopened': [plain: Buffer];
  /** A key was deposited for an encrypted file. */
  'content.key-deposited': [];
  /** A collection or its entries changed. */
  'collections.changed': [];
  /** A watched folder, or the stored state of its files, changed. */
  'watched-folders.changed': [];
  'blocks.changed': [];
  /** The scrub made progress. */
  'storage.checked': [];
  /** A move of the stored files began, progressed or ended. */
  'storage.moved': [];
  'recovery.changed': [];
  /** A backup began, progressed or ended. */
  'backup.changed': [];
  'peers.changed': [];
  /** Exchange with other nodes was paused or resumed. */
  'conditions.changed': [];
  'transfers.changed': [];
  /** The remote index or a subscription changed. */
  'index.changed': [];
  'sharing.changed': [];
  /** The delivery of a licence, or the owner's decision about it, changed. */
  'purchases.changed': [];
  'market.changed': [];
  'orders.changed': [];
  'chain.changed': [];
  /** The check of a network made progress. */
  'chain-check.changed': [];
  'trade.completed': [notification: NodeNotification];
  'history.changed': [];
  'onboarding.changed': [];
  'practice.changed': [];
}
