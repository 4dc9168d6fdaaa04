import { test } from 'vitest';
import { killTidyUps } from './killed-tidy-ups.ts';

test(
  'resumes a relocation that is killed during cleanup, and can then move back to the old folder',
  { retry: 0 },
  () => killTidyUps((steps) => [steps.indexOf('rmdir') + 130, steps.lastIndexOf('rmSync')]),
);
