import type { NodeNotification } from '../contract/node-notifications.ts';

/** Everything that one part of the node announces to parts that are built after it. */
export interface NodeEvents {
  'activity.written': [];
  'settings.changed': [];
  /** Somebody signed in or out, or a wallet was linked, connected or removed. */
  'sign-in.changed': [];
  'session.ended': [session: { user: string; sessionId: string }];
  'tokens.changed': [];
  /** Files were added, removed or described otherwise. */
  'content.changed': [];
  /** A damaged file was found and is in quarantine already. */
  'content.damaged': [sha256: Buffer];
  /** A plain file is for sale from now on. */
  'content.restricted': [plain: Buffer];
  /** A plain file is no longer for sale. */
  'content.reopened': [plain: Buffer];
  /** A key was deposited for an encrypted file. */
  'content.key-deposited': [];
  'blocks.changed': [];
  /** The background check of stored files got on. */
  'storage.checked': [];
  /** A move of the stored files began, went on or ended. */
  'storage.moved': [];
  'recovery.changed': [];
  'peers.changed': [];
  /** Work with other nodes was paused or resumed. */
  'conditions.changed': [];
  'transfers.changed': [];
  /** The index of other nodes' files, or a subscription, changed. */
  'index.changed': [];
  'sharing.changed': [];
  /** The delivery of a licence changed, or what the owner decided about it. */
  'library.changed': [];
  'market.changed': [];
  'orders.changed': [];
  'chain.changed': [];
  'trade.completed': [news: NodeNotification];
  'history.changed': [];
  'onboarding.changed': [];
  'practice.changed': [];
}
