import { expect, it } from 'vitest';
import { announcementOf } from '../../../renderer/features/uploads/upload-summary.ts';

it('announces many uploads only at the begin, at each quarter and at the end', () => {
  const said = new Set<string>();
  for (let stored = 0; stored <= 18; stored += 1) {
    for (const part of [0, 0.3, 0.9]) {
      const fraction = Math.min(1, (stored + part) / 18);
      said.add(announcementOf({ stored, underWay: 18 - stored, failed: 0, fraction }));
    }
  }
  const quarters = ['0%', '25%', '50%', '75%'].map((share) => `Adding files: ${share}`);
  expect([...said]).toEqual([...quarters, '18 files added']);
});
