import type { ByteRange } from '../../../core/bytes/byte-range.ts';

/** Joins ranges that overlap or touch (RFC 9110, 15.3.7.2). */
function coalesce(ranges: readonly ByteRange[]): ByteRange[] {
  const joined: ByteRange[] = [];
  for (const range of [...ranges].sort((a, b) => a.start - b.start)) {
    const last = joined.at(-1);
    if (last && range.start <= last.end + 1) last.end = Math.max(last.end, range.end);
    else joined.push({ ...range });
  }
  return joined;
}

/**
 * Returns the parts of `size` bytes that a `Range` header requests, ascending (RFC 9110, 14.1.2 and 14.2).
 * @returns `ignored` for another unit or malformed ranges, `unsatisfiable` when no range overlaps the file
 */
export function parseByteRanges(header: string, size: number): ByteRange[] | 'ignored' | 'unsatisfiable' {
  const set = /^bytes=(.*)$/i.exec(header.trim())?.[1];
  const specs = set?.split(',').flatMap((spec) => spec.trim() || []) ?? [];
  const ranges: ByteRange[] = [];
  for (const spec of specs) {
    const [, first = '', last = ''] = /^(\d*)-(\d*)$/.exec(spec) ?? [];
    if (first === '' && last === '') return 'ignored';
    if (first === '') {
      const count = Math.min(Number(last), size);
      // An empty file satisfies a suffix range, but no range can express it.
      if (size === 0 && Number(last) > 0) return 'ignored';
      if (count > 0) ranges.push({ start: size - count, end: size - 1 });
      continue;
    }
    if (last !== '' && Number(last) < Number(first)) return 'ignored';
    if (Number(first) < size) {
      ranges.push({ start: Number(first), end: last === '' ? size - 1 : Math.min(Number(last), size - 1) });
    }
  }
  if (specs.length === 0) return 'ignored';
  return ranges.length === 0 ? 'unsatisfiable' : coalesce(ranges);
}
