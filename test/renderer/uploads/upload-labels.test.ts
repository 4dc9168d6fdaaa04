import { expect, it } from 'vitest';
import { uploadLabel } from '../../../renderer/features/uploads/upload-labels.ts';
import type { QueuedUpload } from '../../../renderer/features/uploads/upload-queue.ts';
import { createRateMeter } from '../../../renderer/features/uploads/upload-queue.ts';
import { summarise, summaryText } from '../../../renderer/features/uploads/upload-summary.ts';
import { plain } from '../plain-spaces.ts';

function upload(part: Partial<QueuedUpload>): QueuedUpload {
  const file = new File([new Uint8Array(2000)], 'a.bin');
  return { id: 1, file, status: 'sending', sentBytes: 0, rate: null, result: null, error: null, ...part };
}

it('shows bytes, percentage, speed and remaining time', () => {
  expect(plain(uploadLabel(upload({ sentBytes: 1000, rate: 250 })))).toBe(
    '1 kB of 2 kB · 50% · 250 bytes/s · 4 seconds left',
  );
});

it('omits speed and time while they are unknown', () => {
  expect(plain(uploadLabel(upload({ sentBytes: 1000 })))).toBe('1 kB of 2 kB · 50%');
});

it('sums up uploads by size, without failed ones', () => {
  const summary = summarise([
    upload({ status: 'stored', sentBytes: 2000 }),
    upload({ status: 'sending', sentBytes: 1000 }),
    upload({ status: 'waiting' }),
    upload({ status: 'failed', sentBytes: 1000 }),
    upload({ status: 'cancelled', sentBytes: 1000 }),
  ]);
  expect(summary).toEqual({ underWay: 2, stored: 1, failed: 1, fraction: 0.5 });
  expect(summaryText(summary)).toBe('Adding files: 1 of 3 done, 1 failed');
});

it('sums up uploads that have all ended', () => {
  expect(summaryText(summarise([upload({ status: 'stored' }), upload({ status: 'failed' })]))).toBe(
    '1 file added, 1 failed',
  );
  expect(summaryText(summarise([upload({ status: 'cancelled' })]))).toBe('Upload cancelled');
});

it('measures the speed of the last seconds only', () => {
  const meter = createRateMeter();
  expect(meter.note(0, 0)).toBeNull();
  expect(meter.note(1000, 1000)).toBe(1000);
  for (let second = 2; second <= 10; second += 1) meter.note(1000 + (second - 1) * 10, second * 1000);
  expect(meter.note(1100, 11_000)).toBe(10);
});
