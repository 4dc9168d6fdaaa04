import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { planSegments } from '../../../../src/platform/blobs/s3/part-plan.ts';
import { type PartSegment, segmentSize, sizeOf } from '../../../../src/platform/blobs/s3/segments.ts';

const mib = 1024 ** 2;

/** Returns the segments of an upload after parts of these sizes, and the bytes that were put into the bucket. */
function upload(parts: readonly number[]) {
  let segments: PartSegment[] = [];
  let [size, put] = [0, 0];
  for (const part of parts) {
    size += part;
    const { kept, sizes } = planSegments(segments, size);
    expect(segments.slice(0, kept.length)).toEqual(kept);
    put += sizes.reduce((sum, bytes) => sum + bytes, 0);
    segments = [...kept, ...sizes.map((bytes) => ({ key: '', size: bytes, sha256: Buffer.alloc(0) }))];
  }
  return { segments, size, put };
}

test('covers every byte with few segments, whatever the sizes of the parts', () => {
  const part = fc.oneof(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 200 * mib }));
  fc.assert(
    fc.property(fc.array(part, { minLength: 1, maxLength: 60 }), (parts) => {
      const { segments, size } = upload(parts);
      expect(sizeOf(segments)).toBe(size);
      for (const { size: bytes } of segments) expect(bytes).toBeLessThanOrEqual(segmentSize);
      expect(segments.length).toBeLessThan(size / (8 * mib) + 25);
    }),
  );
  const shrinking = Array.from({ length: 1_000 }, (_, index) => 1_000 - index);
  expect(upload(shrinking).segments.length).toBeLessThan(25);
});

test.each([
  [64 * 1024, 2_000, 6],
  [mib, 500, 3],
  [16 * mib, 50, 1],
])('puts parts of %i bytes into the bucket a few times only', (part, count, times) => {
  const { put, size } = upload(Array.from({ length: count }, () => part));
  expect(put / size).toBeLessThanOrEqual(times);
});

test('stores an upload without bytes as one empty segment', () => {
  expect(planSegments([], 0)).toEqual({ kept: [], sizes: [0] });
});
