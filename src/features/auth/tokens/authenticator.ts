import type { Caller } from '../../../core/caller.ts';
import type { Awaitable } from '../../../core/concurrency/awaitable.ts';
import { withTimeout } from '../../../core/concurrency/with-timeout.ts';
import { StorageUnavailableError } from '../../../core/node-error.ts';
import type { Commands } from '../../../platform/sqlite/commands.ts';

/** Time after which the end of a session and the revocation of a token hold on all replicas. */
const maxAgeMs = 2_000;

/** Returns the caller of a token. @throws StorageUnavailableError */
export type FindCaller = (token: string) => Awaitable<Caller | undefined>;

/**
 * Returns how a node finds the caller of a token: one with replicas only by rows that were current within two seconds,
 * so that it refuses a caller whose session may have ended, and by the newest ones before it refuses an unknown token.
 * @param find finds a caller by the rows that are here
 */
export function authenticator(commands: Commands, find: (token: string) => Caller | undefined): FindCaller {
  const refresh = commands.refresh?.bind(commands);
  if (!refresh) return find;
  return async (token) => {
    await inTime(refresh(maxAgeMs));
    const caller = find(token);
    if (caller) return caller;
    await inTime(refresh());
    return find(token);
  };
}

/** Requests would pile up until the database's own limits. */
async function inTime(refreshed: Promise<void>): Promise<void> {
  if (!(await withTimeout(maxAgeMs, refreshed))) throw new StorageUnavailableError(undefined);
}
