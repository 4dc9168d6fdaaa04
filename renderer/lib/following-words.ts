import type { Subscription } from '../../src/contract/local-network.ts';
import { formatBytes, formatCount, formatNumberOf } from './format.ts';

/** How much of what is followed is here. */
export function keptWords({
  kind,
  matches,
  kept,
  kept_bytes: bytes,
}: Pick<Subscription, 'kind' | 'matches' | 'kept' | 'kept_bytes'>): string {
  if (kind === 'content') return kept > 0 ? `Kept here, ${formatBytes(bytes)}` : 'Not here yet';
  if (matches === 0) return 'Nothing like it is known yet. What appears is fetched by itself.';
  if (kept === matches) return `${formatNumberOf(kept, 'file', 'files')} kept here, ${formatBytes(bytes)}`;
  return `${formatCount(kept)} of ${formatNumberOf(matches, 'file', 'files')} kept here, ${formatBytes(bytes)}`;
}
