import { formatExactTime, formatRelative } from '../../lib/format/format.ts';
import { t } from '../../lib/i18n/language.ts';
import { useNow } from '../../lib/now.ts';

interface RelativeTimeProps {
  /** ISO 8601. */
  at: string;
  /** Whether the time is in the past or future; an inaccurate clock must not change that. */
  direction: 'past' | 'future';
}

/** Shows a time relative to now, updated regularly; the exact time is in the tooltip. */
export function RelativeTime({ at, direction }: RelativeTimeProps) {
  const time = Date.parse(at);
  // Seconds are shown within a minute only.
  const now = useNow(Math.abs(time - Date.now()) < 70_000 ? 1 : 10);
  const shown = direction === 'past' ? Math.min(time, now) : Math.max(time, now);
  return (
    // A live region around it must not announce every update.
    <time dateTime={at} title={formatExactTime(at)} aria-live="off">
      {direction === 'future' && shown - now < 1000 ? t('format.now') : formatRelative(shown, now)}
    </time>
  );
}
