import type { Subscription } from '../../../src/contract/dashboard-api/discovery.ts';
import { formatBytes } from '../../lib/format/format.ts';
import { t } from '../../lib/i18n/language.ts';

/** How much of what is followed is here. */
export function keptWords({
  kind,
  matches,
  kept,
  kept_bytes: bytes,
}: Pick<Subscription, 'kind' | 'matches' | 'kept' | 'kept_bytes'>): string {
  const size = formatBytes(bytes);
  if (kind === 'content') {
    return kept > 0 ? t('following.kept.file', { size }) : t('following.kept.fileNotYet');
  }
  if (matches === 0) return t('following.kept.nothingKnown');
  if (kept === matches) return t('following.kept.all', { count: kept, size });
  return t('following.kept.some', { count: matches, kept, size });
}
