import { formatExactTime, formatRelative } from '../../lib/format/format.ts';
import { t } from '../../lib/i18n/language.ts';
import { useNow } from '../../lib/now.ts';

interface RelativeTimeProps {
  /** ISO 8601 */
  at: string;
  /** Which side of now the time belongs to: clocks and ticks must not turn the past into the future. */
  side: 'past' | 'future';
}

/** A time as seen from now, which keeps moving; the exact one is in its title. */
export function RelativeTime({ at, side }: RelativeTimeProps) {
  const time = Date.parse(at);
  // Seconds are shown within a minute only.
  const now = useNow(Math.abs(time - Date.now()) < 70_000 ? 1 : 10);
  const shown = side === 'past' ? Math.min(time, now) : Math.max(time, now);
  return (
    // What it stands in may be told to screen readers, but not anew each time the clock goes on.
    <time dateTime={at} title={formatExactTime(at)} aria-live="off">
      {side === 'future' && shown - now < 1000 ? t('format.now') : formatRelative(shown, now)}
    </time>
  );
}
