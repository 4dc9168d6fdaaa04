import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

let tree: string;
beforeEach(() => {
  tree = mkdtempSync(join(tmpdir(), 'alcove-checks-'));
  write('src/core/clock.ts', 'export const now = () => Date.now();');
});
afterEach(() => rmSync(tree, { recursive: true }));

function write(file: string, text: string): void {
  mkdirSync(dirname(join(tree, file)), { recursive: true });
  writeFileSync(join(tree, file), `${text}\n`);
}

function check(name: string): Promise<{ failed: boolean; output: string }> {
  const script = fileURLToPath(new URL(`../../scripts/check-${name}.mjs`, import.meta.url));
  return new Promise((resolve) => {
    execFile(process.execPath, [script, tree], (error, output) => {
      resolve({ failed: error !== null, output });
    });
  });
}

const lines = (count: number, text = 'void 0;') => Array(count).fill(text).join('\n');

/** Of each check: files, their texts, and the expected message. Each must be refused. */
const planted: Record<string, [string, string, string][]> = {
  sizes: [
    [
      'src/core/a.ts',
      `export function long() {\n${lines(59)}\n}`,
      'src/core/a.ts:1: the function long has 61 lines, 60 at most',
    ],
    [
      'electron/a.ts',
      `const long = () => {\n\n// why\n${lines(57)}\n};`,
      'electron/a.ts:1: the function long has 61 lines',
    ],
    [
      'client/a.ts',
      `class A {\nconstructor() {\n${lines(59)}\n}\n}`,
      'client/a.ts:2: the function constructor of A has 61 lines',
    ],
    ['renderer/a.tsx', lines(301), 'renderer/a.tsx: the file has 301 lines, 300 at most'],
    ['renderer/a.css', lines(301, 'a {}'), 'renderer/a.css: the file has 301 lines, 300 at most'],
  ],
  names: [
    ['src/core/sealed-file.ts', '', 'src/core/sealed-file.ts: sealed-file: “sealed” is retired'],
    ['src/take-over/a.ts', '', 'src/take-over: take-over: “take over” is retired'],
    ['src/core/a.ts', 'export class ChainDesk {}', 'src/core/a.ts:1: ChainDesk: “desk” is retired'],
    ['src/core/b.ts', 'class A {\n  #bringFile() {}\n}', 'src/core/b.ts:2: #bringFile: “bring” is retired'],
    [
      'src/core/c.ts',
      'interface A {\n  isInHand: boolean;\n}',
      'src/core/c.ts:2: isInHand: “in hand” is retired',
    ],
    ['src/core/d.ts', 'const { a: toldAbout } = b;', 'src/core/d.ts:1: toldAbout: “told” is retired'],
    ['src/core/e.ts', 'const chainWords = {};', 'src/core/e.ts:1: chainWords: “words” is retired'],
    ['src/core/g.ts', 'const mostRows = 1;', 'src/core/g.ts:1: mostRows: “most” is retired'],
    ['src/core/f.ts', 'export const within = 1;', 'src/core/f.ts:1: within: “within” is retired'],
    [
      'src/contract/dashboard-api/a.ts',
      'const a = z.object({\n  sealed_id: contentId,\n});',
      'src/contract/dashboard-api/a.ts:2: sealed_id: “sealed” is retired',
    ],
    [
      'src/contract/dashboard-api/b.ts',
      "const a = z.enum(['sealing']);",
      'src/contract/dashboard-api/b.ts:1: sealing: “sealing” is retired',
    ],
    [
      'src/contract/dashboard-api/c.ts',
      "const a = { path: '/local/content/{id}/sealing' };",
      'src/contract/dashboard-api/c.ts:1: /local/content/{id}/sealing: “sealing” is retired',
    ],
  ],
  layout: [
    ['src/a.ts', '', 'src/a.ts: files of src lie in a folder'],
    ...Array.from({ length: 16 }, (_, i): [string, string, string] => [
      `src/many/file-${i}.ts`,
      '',
      'src/many: 16 files, 15 at most',
    ]),
  ],
};

describe('checks', () => {
  it.each(['sizes', 'names', 'layout'])('of %s pass without a fault', async (name) => {
    write('src/core/short.ts', `export function short() {\n${lines(58)}\n}`);
    write(
      'src/core/names.ts',
      "const a = { sealed: 'told', sealed_at: 1 };\nconst wordsOf = notWithin(a.sealed, atMost);",
    );
    write(
      'src/contract/dashboard-api/texts.ts',
      "import { a } from './told.ts';\nconst b = { summary: 'Running', description: 'A sealed file' };",
    );
    expect(await check(name)).toEqual({ failed: false, output: `${name}: 0 found\n` });
  });

  it.each(Object.entries(planted))('of %s reject every planted fault', async (name, faults) => {
    for (const [file, text] of faults) write(file, text);
    const { failed, output } = await check(name);
    for (const [, , printed] of faults) expect(output).toContain(printed);
    expect(failed).toBe(true);
  });
});
