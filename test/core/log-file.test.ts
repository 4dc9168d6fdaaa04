import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, openSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { LogFile } from '../../src/core/log/log-file.ts';
import { createLogger } from '../../src/core/log/logger.ts';
import { temporaryFolder } from '../support/node/start-test-node.ts';

let folder: string;
let path: string;
beforeEach(() => {
  folder = temporaryFolder();
  path = join(folder, 'logs', 'alcove.log');
});
afterEach(() => rmSync(folder, { recursive: true }));

const read = (ending = '') => readFileSync(path + ending, 'utf8');

it('writes lines immediately to a file that only its owner can read', () => {
  createLogger('info', new LogFile(path)).info({ key: 'value' }, 'something happened');
  expect(JSON.parse(read())).toMatchObject({ key: 'value', msg: 'something happened' });
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(statSync(join(folder, 'logs')).mode & 0o777).toBe(0o700);
});

it('appends after a restart, and takes three times its size at most', () => {
  new LogFile(path, 10).write('one 56789\n');
  const log = new LogFile(path, 10);
  for (const word of ['two', 'three', 'four']) log.write(`${word} 56789\n`);
  expect([read(), read('.1'), read('.2')]).toEqual(['four 56789\n', 'three 56789\n', 'two 56789\n']);
});

it('survives a log that cannot be written', () => {
  mkdirSync(join(folder, 'other'));
  writeFileSync(join(folder, 'logs'), 'no folder');
  expect(() => new LogFile(path).write('lost\n')).not.toThrow();
});

it.skipIf(!existsSync('/dev/full'))(
  'survives a stderr that cannot be written, such as a file on a full disk',
  async () => {
    const source = (name: string) =>
      JSON.stringify(new URL(`../../src/core/log/${name}`, import.meta.url).href);
    const program = `
      const { createLogger } = await import(${source('logger.ts')});
      const { LogFile } = await import(${source('log-file.ts')});
      const logger = createLogger('info', new LogFile(${JSON.stringify(path)}));
      for (let line = 0; line < 3000; line += 1) logger.info({ line }, 'a line');`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
      stdio: ['ignore', 'ignore', openSync('/dev/full', 'w')],
    });
    expect(await once(child, 'exit')).toEqual([0, null]);
    expect(read().trim().split('\n')).toHaveLength(3000);
  },
);
