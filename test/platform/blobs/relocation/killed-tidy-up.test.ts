import { test } from 'vitest';
import { killTidyUps } from './killed-tidy-ups.ts';

test(
  'a move that is killed while it tidies up goes on, and the next one may go to the folder that it left',
  { timeout: 120_000, retry: 0 },
  () => killTidyUps((steps) => [steps.indexOf('rmdir') + 130, steps.lastIndexOf('rmSync')]),
);
