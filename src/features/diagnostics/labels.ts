/** Formats an elapsed time in whole hours or days. */
export function since(ms: number): string {
  const hours = Math.max(0, Math.floor(ms / 3_600_000));
  if (hours < 1) return 'less than an hour ago';
  const [amount, unit] = hours < 48 ? [hours, 'hour'] : [Math.floor(hours / 24), 'day'];
  return `${amount} ${unit}${amount === 1 ? '' : 's'} ago`;
}
