import type { Scope } from '../contract/scopes.ts';

/** The user that stands for the node's owner: the dashboard, API tokens, and the owner's wallet. */
export const ownerId = 'owner';

/** The user that holds what came from other nodes: nobody's own. */
export const networkId = 'network';

/** Whether a user is neither the owner nor what stands for other nodes. */
export const isGuest = (user: string): boolean => user !== ownerId && user !== networkId;

/** Who makes a request, as its token tells. */
export interface Caller {
  user: string;
  scopes: ReadonlySet<Scope>;
  /** `token:<id>` or `user:<id>`: whose an upload in parts is. */
  principal: string;
  /** For a person who reads the activity log. */
  name: string;
  /** The session behind the token; API tokens have none. */
  sessionId?: string;
}
