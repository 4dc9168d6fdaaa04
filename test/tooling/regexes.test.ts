import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const script = fileURLToPath(new URL('../../scripts/check-regexes.mjs', import.meta.url));

/** Allowed patterns: linear, or without repetition. */
const clean = [
  "export const word = 'a'.repeat(3);",
  'export const literal = /^[a-z]+$/i;',
  'const part = /[a-z]+/.source;',
  "const names = ['a', 'b'];",
  "export const built = new RegExp(`^${part}(?:${names.join('|')})` + '$', 'g');",
].join('\n');

/** [what, a line, the place of the pattern] */
const planted: [string, string][] = [
  ['exponential time', 'export const a = /^(?:a+)+$/;'],
  ['exponential time by two repeats that both match nothing', 'export const a = /^(?: *; *)*$/;'],
  ['quadratic time', 'export const a = /^.*;.*;\\s*$/;'],
  ['quadratic time by starting at each position', 'export const a = /\\s+$/;'],
  ['quadratic time with a lookaround', 'export const a = /(?=\\d+$)x|\\d+(?=;)/;'],
  ['a concatenated pattern', "const more = '(?:x*)*'; export const a = new RegExp(`^${more}$`);"],
  ['a pattern without `new`', "export const a = RegExp('(a|a)*$');"],
  ['a pattern of the global object', "export const a = new globalThis.RegExp('(a|a)*$');"],
  ['a pattern that is an argument', 'export const a = (given: string) => new RegExp(given);'],
  ['flags that are an argument', "export const a = (given: string) => new RegExp('a', given);"],
  ['a pattern in a variable', "let given = 'a'; given += 'b'; export const a = new RegExp(given);"],
];

let tree: string;
beforeEach(() => {
  tree = mkdtempSync(join(tmpdir(), 'alcove-regexes-'));
  write('src/clean.ts', clean);
});
afterEach(() => rmSync(tree, { recursive: true }));

function write(file: string, text: string): void {
  mkdirSync(dirname(join(tree, file)), { recursive: true });
  writeFileSync(join(tree, file), `${text}\n`);
}

function check(): Promise<{ failed: boolean; output: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [script, tree], (error, output) => {
      resolve({ failed: error !== null, output });
    });
  });
}

describe('regular expressions', () => {
  it('that are linear pass', async () => {
    expect(await check()).toEqual({
      failed: false,
      output: '3 regular expressions, 0 of them refused\n',
    });
  });

  it('that may be slow are rejected, with their place', async () => {
    const files = planted.map(([name]) => `renderer/pages/${name.replace(/[^a-z]+/g, '-')}.tsx`);
    for (const [index, file] of files.entries()) write(file, `// The first line.\n${planted[index]?.[1]}`);
    const { failed, output } = await check();
    const places = output.split('\n').flatMap((line) => /^renderer\/.*?:\d+(?=: )/.exec(line) ?? []);
    expect(places.toSorted()).toEqual(files.map((file) => `${file}:2`).toSorted());
    expect(output).toContain(`${planted.length} of them refused`);
    expect(failed).toBe(true);
  });

  it('are found in each folder and kind of file', async () => {
    const files = ['src/a.ts', 'electron/b/c.mjs', 'renderer/d.tsx', 'client/e.ts'];
    for (const file of files) write(file, 'export const a = /^(?:a+)+$/;');
    const { output } = await check();
    for (const file of files) expect(output).toMatch(new RegExp(`^${file}:1: `, 'm'));
  });
});
