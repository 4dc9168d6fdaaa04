import { type Lease, LeaseLostError } from '../../core/concurrency/leader.ts';
import type { Query } from './postgres-database.ts';

/** `FOR SHARE` lets no other replica lead until the commit. */
const heldSql = 'SELECT 1 FROM leaders WHERE job = $1 AND holder = $2 AND fence = $3 FOR SHARE';

/**
 * Returns those leases of the writes of a transaction whose jobs another replica leads; no replica can take one of the
 * others until the commit. That a lease has expired does not matter while nobody else has taken it.
 */
export async function lostLeases(
  query: Query,
  writes: readonly { lease?: Lease | undefined }[],
): Promise<ReadonlySet<Lease | undefined>> {
  const lost = new Set<Lease | undefined>();
  for (const lease of new Set(writes.map((write) => write.lease))) {
    if (!lease) continue;
    const { job, holder, fence } = lease;
    if ((await query(heldSql, [job, holder, fence])).length === 0) lost.add(lease);
  }
  return lost;
}

/** Checks that a transaction may write for a job. @throws LeaseLostError */
export async function requireLease(query: Query, lease: Lease | undefined): Promise<void> {
  if (lease && (await lostLeases(query, [{ lease }])).has(lease)) throw new LeaseLostError(lease);
}
