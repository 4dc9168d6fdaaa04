const MiB = 1024 * 1024;

/** Bytes per second as a person types them, in MiB; nothing where there is no limit. */
export function limitText(bytesPerSecond: number | null | undefined): string {
  return bytesPerSecond == null ? '' : String(Number((bytesPerSecond / MiB).toPrecision(6)));
}

/** The reverse; null: no limit, undefined: this is no speed. */
export function parseLimit(typed: string): number | null | undefined {
  const text = typed.trim().replace(',', '.');
  if (text === '') return null;
  if (!/^\d{1,9}(\.\d{1,9})?$/.test(text)) return undefined;
  const bytes = Math.round(Number(text) * MiB);
  return bytes > 0 ? bytes : undefined;
}
