import { MB } from '../../../src/contract/units.ts';
import { typableNumber } from '../../lib/format/format.ts';

/** Returns a limit as text in MB per second, rounded down to hundredths from 1 MB on; empty if there is none. */
export function limitText(bytesPerSecond: number | null | undefined): string {
  if (bytesPerSecond == null) return '';
  const rounded = Math.floor((bytesPerSecond * 100) / MB) / 100;
  return typableNumber(bytesPerSecond < MB ? bytesPerSecond / MB : rounded);
}

/** Parses a limit; null for no limit, undefined for invalid input. */
export function parseLimit(typed: string): number | null | undefined {
  const text = typed.trim().replace(',', '.');
  if (text === '') return null;
  if (!/^\d{1,9}(\.\d{1,9})?$/.test(text)) return undefined;
  const bytes = Math.round(Number(text) * MB);
  return bytes > 0 ? bytes : undefined;
}
