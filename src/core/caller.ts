import type { Scope } from '../contract/scopes.ts';

/** The user of the node's owner: for the dashboard, API tokens, and the owner's wallet. */
export const ownerId = 'owner';

/** Replaces the owner in access links of the dashboard, so that the log can tell them from links of other programs. */
export const dashboardReader = 'dashboard';

/** Returns the user of an access link, unverified. */
export const readerOf = (access: string): string =>
  Buffer.from(access.split('.')[1] ?? '', 'base64url').toString();

/** The user that holds copies from other nodes. */
export const networkId = 'network';

/** Returns whether a user is neither the owner nor the user for copies. */
export const isGuest = (user: string): boolean => user !== ownerId && user !== networkId;

/** The authenticated caller of a request. */
export interface Caller {
  user: string;
  scopes: ReadonlySet<Scope>;
  /** `token:<id>` or `user:<id>`: the owner of an upload in parts. */
  principal: string;
  /** Display name for the activity log. */
  name: string;
  /** The session behind the token; API tokens have none. */
  sessionId?: string;
}
