const units = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB'];

/** Formats a number of bytes. */
export function size(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(bytes) / 10));
  const amount = bytes / 1024 ** power;
  return `${power === 0 || amount >= 100 ? Math.round(amount) : amount.toFixed(1)} ${units[power]}`;
}

/** Formats an elapsed time in whole hours or days. */
export function since(ms: number): string {
  const hours = Math.max(0, Math.floor(ms / 3_600_000));
  if (hours < 1) return 'less than an hour ago';
  const [amount, unit] = hours < 48 ? [hours, 'hour'] : [Math.floor(hours / 24), 'day'];
  return `${amount} ${unit}${amount === 1 ? '' : 's'} ago`;
}
