const units = ['bytes', 'kB', 'MB', 'GB', 'TB'];

/** Returns `1.5 GB`, rounded down, so that no displayed limit is above the real one. */
export function formatBytes(bytes: number): string {
  let unit = 0;
  while (bytes >= 1000 ** (unit + 1) && unit < units.length - 1) unit += 1;
  const tenths = Math.floor((bytes * 10) / 1000 ** unit);
  const amount = unit === 0 || tenths >= 1000 ? Math.floor(tenths / 10) : (tenths / 10).toFixed(1);
  return `${amount} ${units[unit]}`;
}
