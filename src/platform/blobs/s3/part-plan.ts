import { type PartSegment, segmentSize, sizeOf } from './segments.ts';

/** Segments from this size on are never replaced by larger ones. */
const mergedSize = 8 * 1024 * 1024;

/**
 * Plans the segments of an upload that has grown. New bytes take in the segments before them, as long as each is at most
 * twice as large as what follows it. So an upload has about one segment for each 8 MiB and 20 smaller ones, however
 * small its parts are, and a byte is only sent again with a segment that is half as large again.
 * @returns the segments that stay, and the sizes of the new ones after them; an empty upload has an empty one
 */
export function planSegments(
  recorded: readonly PartSegment[],
  size: number,
): { kept: PartSegment[]; sizes: number[] } {
  const kept = [...recorded];
  let start = sizeOf(kept);
  for (let last = kept.at(-1); last && isMerged(last.size, size - start); last = kept.at(-1)) {
    kept.pop();
    start -= last.size;
  }
  const sizes: number[] = [];
  for (; start < size; start += segmentSize) sizes.push(Math.min(segmentSize, size - start));
  return { kept, sizes: size === 0 ? [0] : sizes };
}

const isMerged = (before: number, added: number): boolean => before < mergedSize && before <= 2 * added;
