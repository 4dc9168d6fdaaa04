import { formatAge, formatExactTime } from '../../lib/format/format.ts';
import { useNow } from '../../lib/now.ts';

/** Shows how long ago something was, and after a week its date; the exact time is in the tooltip. */
export function DateTime({ at }: { at: string }) {
  const now = useNow(60);
  return (
    <time dateTime={at} title={formatExactTime(at)}>
      {formatAge(at, now)}
    </time>
  );
}
