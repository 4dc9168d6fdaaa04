import { MiB } from '../../../src/contract/units.ts';

/** Returns a limit as text in MiB per second; empty where there is none. */
export function limitText(bytesPerSecond: number | null | undefined): string {
  return bytesPerSecond == null ? '' : String(Number((bytesPerSecond / MiB).toPrecision(6)));
}

/** Parses a limit; null for no limit, undefined for invalid input. */
export function parseLimit(typed: string): number | null | undefined {
  const text = typed.trim().replace(',', '.');
  if (text === '') return null;
  if (!/^\d{1,9}(\.\d{1,9})?$/.test(text)) return undefined;
  const bytes = Math.round(Number(text) * MiB);
  return bytes > 0 ? bytes : undefined;
}
