import { expect, test } from 'vitest';
import { readArguments } from '../../electron/arguments.ts';

test('the app’s own arguments are found among those of Chromium and the launcher', () => {
  const argv = ['electron', '--no-sandbox', '--inspect=0', '/checkout', '--data-dir', '/data'];
  const more = ['--set', 'node.port=1', '--practice', '--set=chain.network=off', '--unknown', 'x'];
  expect(readArguments([...argv, ...more])).toEqual({
    dataDir: '/data',
    assignments: ['node.port=1', 'chain.network=off', 'network.practice=true'],
  });
});

test('without arguments nothing is set', () => {
  expect(readArguments(['alcove'])).toEqual({ dataDir: undefined, assignments: [] });
});
