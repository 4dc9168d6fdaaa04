import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { markAsDownloaded, quarantineArguments } from '../../../electron/downloads/mark-of-the-web.ts';

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'alcove-mark-'));
  file = join(folder, 'saved.bin');
  writeFileSync(file, 'bytes');
});

afterEach(() => rmSync(folder, { recursive: true }));

test('writes the zone identifier on Windows', async () => {
  await markAsDownloaded(file, 'win32');
  expect(readFileSync(`${file}:Zone.Identifier`, 'utf8')).toBe('[ZoneTransfer]\r\nZoneId=3\r\n');
  expect(readFileSync(file, 'utf8')).toBe('bytes');
});

test('sets the quarantine attribute on macOS', () => {
  expect(quarantineArguments('/Users/ada/a file.zip', 1_763_822_400_000)).toEqual([
    '-w',
    'com.apple.quarantine',
    '0081;6921cb40;Alcove;',
    '/Users/ada/a file.zip',
  ]);
});

test('keeps a file that cannot be marked', async () => {
  await markAsDownloaded(join(folder, 'gone', 'saved.bin'), 'win32');
  await markAsDownloaded(file, 'linux');
  expect(readdirSync(folder)).toEqual(['saved.bin']);
});
