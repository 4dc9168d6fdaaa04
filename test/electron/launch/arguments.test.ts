import { expect, test } from 'vitest';
import {
  canHandOver,
  isEmpty,
  readArguments,
  refusalArguments,
  relaunchArguments,
} from '../../../electron/launch/arguments.ts';

const read = (...argv: string[]) => readArguments(['electron', ...argv], '/checkout', '/home/ada');

test('finds the app’s own arguments among those of Chromium and the launcher', () => {
  const argv = ['--no-sandbox', '--inspect=0', '/checkout', '--data-dir', '/data'];
  const more = ['--set', 'node.port=1', '--practice', '--hidden', '--set=chain.network=off', '--unknown'];
  expect(read(...argv, ...more)).toEqual({
    dataDir: '/data',
    assignments: ['node.port=1', 'chain.network=off', 'network.practice=true'],
    hidden: true,
    links: [],
    files: [],
    refused: null,
  });
});

test('no arguments set nothing', () => {
  const nothing = { dataDir: undefined, assignments: [], hidden: false, links: [], files: [], refused: null };
  expect(readArguments(['alcove'], '/app', '/')).toEqual(nothing);
});

test('a start is empty without links, files and refusals', () => {
  expect(isEmpty(read('--hidden'))).toBe(true);
  expect(isEmpty(read('alcove://peer/node.example.org'))).toBe(false);
  expect(isEmpty(read('song.mp3', 'film.mp4'))).toBe(false);
  expect(isEmpty({ ...read(), refused: 'link' })).toBe(false);
});

test('resolves files in the working directory of the caller', () => {
  expect(read('/checkout', 'song.mp3', '/tmp/film.mp4', '--hidden').files).toEqual([
    '/home/ada/song.mp3',
    '/tmp/film.mp4',
  ]);
});

test('does not treat parts of a link as arguments', () => {
  const link = 'alcove://peer/node.example.org';
  const { links, files, assignments } = read(link, '--set', 'node.listen=0.0.0.0', '/etc/passwd');
  expect({ links, files, assignments }).toEqual({ links: [link], files: [], assignments: [] });
});

test('accepts a file by its URL', () => {
  expect(read('file:///home/ada/a%20song.mp3').files).toEqual(['/home/ada/a song.mp3']);
  expect(read('file:song.mp3', 'file://elsewhere/x').files).toHaveLength(2);
});

test('restarts with all arguments except those to open, and with its window', () => {
  const again = (...argv: string[]) => relaunchArguments(['electron', ...argv], '/checkout', '/home/ada');
  const options = ['--no-sandbox', '/checkout', '--data-dir', '/data', '--set', 'node.port=1', '--practice'];
  expect(again(...options, '--hidden', 'song.mp3', 'file:///film.mp4')).toEqual(options);
  expect(again(...options, 'alcove://peer/node.example.org', '--set', 'node.listen=0.0.0.0')).toEqual(
    options,
  );
});

test('passes only arguments that fit into Chromium’s message to a running app', () => {
  const isHandedOver = ({ links = [] as string[], files = [] as string[] }) =>
    canHandOver(['alcove', ...links, ...files], '/home/ada', {
      ...{ hidden: false, links, files, refused: null },
    });
  const pictures = Array.from({ length: 100 }, (_, at) => `/home/ada/Pictures/holiday-${at}.jpeg`);
  expect(isHandedOver({ files: pictures })).toBe(true);
  expect(isHandedOver({ links: [`alcove://content/${'A'.repeat(10_000)}`] })).toBe(false);
  expect(isHandedOver({ files: [`/home/ada/${'Ж'.repeat(9000)}`] })).toBe(false);
});

test('reports arguments that are too large in a start that opens nothing', () => {
  const refusing = (...argv: string[]) => refusalArguments(['electron', ...argv], '/checkout', '/home/ada');
  const options = ['--no-sandbox', '/checkout', '--data-dir', '/data'];
  const link = `alcove://content/${'A'.repeat(30_000)}`;
  expect(refusing(...options, 'song.mp3', link, '--refused=files')).toEqual([...options, '--refused=link']);
  expect(refusing(...options, 'song.mp3', 'film.mp4')).toEqual([...options, '--refused=files']);
  expect(read(...options, '--refused=link')).toMatchObject({ refused: 'link', links: [], files: [] });
  expect(read(...options, '--refused=nonsense').refused).toBeNull();
  // The author of the link could have written the arguments after it.
  expect(read('alcove://peer/node.example.org', '--refused=files').refused).toBeNull();
  expect(relaunchArguments(['electron', ...options, '--refused=link'], '/checkout', '/')).toEqual(options);
});
