import { formatDateTime, formatExactTime } from '../../lib/format/format.ts';

/** Shows a date and time; the exact time is in the tooltip. */
export function DateTime({ at }: { at: string }) {
  return (
    <time dateTime={at} title={formatExactTime(at)}>
      {formatDateTime(at)}
    </time>
  );
}
