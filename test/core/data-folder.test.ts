import { homedir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { dataFolder } from '../../src/core/data-folder/data-folder.ts';

it.each([
  ['/given', { ALCOVE_DATA_DIR: '/named' }, '/given'],
  [undefined, { ALCOVE_DATA_DIR: '/named', XDG_DATA_HOME: '/data' }, '/named'],
  ['', { ALCOVE_DATA_DIR: '/named' }, '/named'],
  ['relative', {}, join(process.cwd(), 'relative')],
])('uses the named folder: %s %o', (given, environment, folder) => {
  expect(dataFolder(given, environment)).toBe(folder);
});

it.skipIf(process.platform !== 'linux').each([
  [{ XDG_DATA_HOME: '/data' }, '/data/alcove'],
  [{}, join(homedir(), '.local/share/alcove')],
  [{ ALCOVE_DATA_DIR: '', XDG_DATA_HOME: '' }, join(homedir(), '.local/share/alcove')],
])('uses the system’s folder for data of programs, from any working directory: %o', (environment, folder) => {
  expect(dataFolder(undefined, environment)).toBe(folder);
});
