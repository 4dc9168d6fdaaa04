import { expect, test } from 'vitest';
import { readArguments } from '../../electron/arguments.ts';

const read = (...argv: string[]) => readArguments(['electron', ...argv], '/checkout', '/home/ada');

test('the app’s own arguments are found among those of Chromium and the launcher', () => {
  const argv = ['--no-sandbox', '--inspect=0', '/checkout', '--data-dir', '/data'];
  const more = ['--set', 'node.port=1', '--practice', '--hidden', '--set=chain.network=off', '--unknown'];
  expect(read(...argv, ...more)).toEqual({
    dataDir: '/data',
    assignments: ['node.port=1', 'chain.network=off', 'network.practice=true'],
    hidden: true,
    links: [],
    files: [],
  });
});

test('without arguments nothing is set', () => {
  const nothing = { dataDir: undefined, assignments: [], hidden: false, links: [], files: [] };
  expect(readArguments(['alcove'], '/app', '/')).toEqual(nothing);
});

test('files are found from where the person named them', () => {
  expect(read('/checkout', 'song.mp3', '/tmp/film.mp4', '--hidden').files).toEqual([
    '/home/ada/song.mp3',
    '/tmp/film.mp4',
  ]);
});

test('what a link brings along is no argument', () => {
  const link = 'alcove://peer/node.example.org';
  const { links, files, assignments } = read(link, '--set', 'node.listen=0.0.0.0', '/etc/passwd');
  expect({ links, files, assignments }).toEqual({ links: [link], files: [], assignments: [] });
});
