import { expect, test } from 'vitest';
import { DownloadProgress } from '../../../electron/downloads/download-progress.ts';

test('shows one bar for concurrent downloads, which disappears with the last', () => {
  const shown: number[] = [];
  const progress = new DownloadProgress((fraction) => shown.push(fraction));
  const small = progress.begin();
  const large = progress.begin();
  small.report(50, 100);
  large.report(0, 900);
  large.report(200, 900);
  large.report(201, 900);
  small.report(100, 100);
  small.end();
  large.end();
  expect(shown).toEqual([0.5, 0.05, 0.25, 0.3, 0.22, -1]);
});

test('shows no bar for an unknown size', () => {
  const shown: number[] = [];
  const task = new DownloadProgress((fraction) => shown.push(fraction)).begin();
  task.report(5000, 0);
  task.end();
  expect(shown).toEqual([]);
});
