import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { relatedTests } from '../../scripts/lib/tests/related-tests.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));
const everyFile = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
}).split('\n');
const related = (...changed: string[]) =>
  relatedTests(changed, everyFile, (file) => file.endsWith('.test.ts'));

it('finds the tests of a file, those that import it first, and no others', () => {
  expect(related('scripts/lib/dev/restarting-process.mjs')).toEqual([
    'test/tooling/restarting-process.test.ts',
  ]);
  expect(related('test/tooling/related-tests.test.ts')).toEqual(['test/tooling/related-tests.test.ts']);
  expect(related('docs/setup.md')).toEqual([]);
});

it('finds the tests that start a process, through the path of its file', () => {
  expect(related('test/support/untrusted-input/parser-worker.ts')).toContain(
    'test/core/untrusted-input.test.ts',
  );
});
