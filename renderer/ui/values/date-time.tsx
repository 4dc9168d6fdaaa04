import { formatDateTime, formatExactTime } from '../../lib/format/format.ts';

/** Shows a date with its time; the exact one is in its title. */
export function DateTime({ at }: { at: string }) {
  return (
    <time dateTime={at} title={formatExactTime(at)}>
      {formatDateTime(at)}
    </time>
  );
}
