import { expect, test } from 'vitest';
import { killTidyUps } from '../platform/blobs/relocation/killed-tidy-ups.ts';

test(
  'resumes a relocation that is killed at any step of its start and its end',
  () =>
    killTidyUps((steps) => {
      const few = steps.flatMap((step, at) => (step === 'rmdir' && at % 20 > 0 ? [] : [at]));
      expect(few.length).toBeGreaterThan(15);
      return few;
    }),
  1_800_000,
);
