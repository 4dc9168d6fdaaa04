import type { RowValue } from '../sqlite/commands.ts';

/** A value of SQLite in JSON: objects stand for what JSON or `jsonb` cannot hold, like bytes, NUL and large integers. */
export type ReplicatedValue =
  | null
  | number
  | string
  | { int: string }
  | { real: string }
  | { text: string }
  | { blob: string };

/** A row of a table by its columns; integers are numbers where these are exact. */
export type ReplicatedRow = Readonly<Record<string, ReplicatedValue>>;

/** A row that was written, or removed where `data` is null. */
export interface RowChange {
  table: string;
  /** The values of the key in JSON. */
  key: string;
  data: ReplicatedRow | null;
}

/** Converts a value of SQLite for `replicated_rows`. */
export function toJsonValue(value: RowValue): ReplicatedValue {
  if (typeof value === 'bigint') {
    const number = Number(value);
    return Number.isSafeInteger(number) ? number : { int: String(value) };
  }
  if (typeof value === 'number' && !Number.isFinite(value)) return { real: String(value) };
  if (typeof value === 'string') {
    return value.includes('\0') ? { text: Buffer.from(value).toString('base64') } : value;
  }
  return Buffer.isBuffer(value) ? { blob: value.toString('base64') } : value;
}

/** Converts a value of `replicated_rows` for SQLite. */
export function fromJsonValue(value: ReplicatedValue): RowValue {
  if (value === null || typeof value !== 'object') return value;
  if ('int' in value) return BigInt(value.int);
  if ('real' in value) return Number(value.real);
  if ('text' in value) return Buffer.from(value.text, 'base64').toString();
  return Buffer.from(value.blob, 'base64');
}

/** Returns a value to bind; better-sqlite3 would bind an integer as a floating-point value. */
export function bindable(value: ReplicatedValue): RowValue {
  const plain = fromJsonValue(value);
  return Number.isSafeInteger(plain) ? BigInt(plain as number) : plain;
}

export const keyOf = (values: readonly RowValue[]): string => JSON.stringify(values.map(toJsonValue));

export const keyValues = (key: string): RowValue[] => (JSON.parse(key) as ReplicatedValue[]).map(bindable);
