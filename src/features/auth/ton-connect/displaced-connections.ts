import { practiceApp } from '../../../contract/shell/practice-process.ts';
import { ownerId } from '../../../core/caller.ts';
import type { TonConnectRow } from '../repository/ton-connect-repository.ts';

/** Limits of connections, since each holds a stream open; the owner's are counted separately. */
const limits = { ofUser: 16, ofOthers: 256 };

export const isOfPractice = ({ walletApp }: TonConnectRow): boolean => walletApp === practiceApp.name;
export const isLive = ({ state }: TonConnectRow): boolean => state === 'pending' || state === 'connected';

/**
 * Returns the oldest connections, which end when a user gets another.
 * @param live newest first
 */
export function displacedConnections(live: readonly TonConnectRow[], user: string): Set<TonConnectRow> {
  const own = live.filter((row) => row.user === user).slice(limits.ofUser - 1);
  const others = live
    .filter((row) => row.user !== ownerId)
    .slice(limits.ofOthers - (user === ownerId ? 0 : 1));
  return new Set([...own, ...others]);
}
