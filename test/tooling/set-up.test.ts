import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { longIt } from '../support/random-runs.ts';

let home: string;
const lib = (name: string) => JSON.stringify(new URL(`../../scripts/lib/${name}`, import.meta.url).href);

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'alcove-set-up-'));
});

afterEach(() => rmSync(home, { recursive: true }));

/** Runs a piece of the set-up as a process of its own, with its cache in `home`. */
function start(script: string): ChildProcess {
  const env = { ...process.env, XDG_CACHE_HOME: home, HERE: home };
  return spawn(process.execPath, ['--input-type=module', '--eval', script], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

async function finish(child: ChildProcess): Promise<{ code: number | null; said: string }> {
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => (said += text));
  const [code] = await once(child, 'close');
  return { code, said };
}

const untilSaid = (child: ChildProcess) => once(child.stdout as NodeJS.ReadableStream, 'data');

const locked = (work: string) =>
  `import { withLock } from ${lib('setup/lock.mjs')};
   import { appendFileSync } from 'node:fs';
   const log = (text) => appendFileSync(process.env.HERE + '/log', text + '\\n');
   await withLock(process.env.HERE + '/lock', async () => { ${work} });`;

const making = (fill: string) =>
  `import { makeCached } from ${lib('setup/cache.mjs')};
   import { writeFileSync } from 'node:fs';
   await makeCached('thing', async (draft) => { ${fill} });`;

const whole = "writeFileSync(draft + '/part', 'whole'); return draft;";
const cached = () => join(home, 'alcove/thing');

describe('two concurrent set-ups', () => {
  it('run shared steps one after the other', async () => {
    const work = "log('in'); await new Promise((resolve) => setTimeout(resolve, 300)); log('out');";
    const both = [start(locked(work)), start(locked(work)), start(locked(work))];
    expect((await Promise.all(both.map(finish))).map(({ code }) => code)).toEqual([0, 0, 0]);
    expect(readFileSync(join(home, 'log'), 'utf8')).toBe('in\nout\n'.repeat(3));
    expect(existsSync(join(home, 'lock'))).toBe(false);
  });

  it('do not wait for one that was killed', async () => {
    const killed = start(
      locked("console.log('holds it'); setInterval(() => {}, 1000); await new Promise(() => {});"),
    );
    await untilSaid(killed);
    killed.kill('SIGKILL');
    await once(killed, 'close');
    expect(existsSync(join(home, 'lock'))).toBe(true);
    expect((await finish(start(locked("log('mine')")))).code).toBe(0);
    expect(readFileSync(join(home, 'log'), 'utf8')).toBe('mine\n');
  });
});

describe('the cache', () => {
  it('has an entry only when it is complete', async () => {
    const broken = await finish(
      start(making("writeFileSync(draft + '/part', 'half'); throw new Error('no room');")),
    );
    expect(broken.code).toBe(1);
    expect(readdirSync(join(home, 'alcove'))).toEqual([]);
    expect((await finish(start(making(whole)))).code).toBe(0);
    expect(readFileSync(join(cached(), 'part'), 'utf8')).toBe('whole');
  });

  it('is cleaned by the next set-up after a kill', async () => {
    const killed = start(
      making(
        "writeFileSync(draft + '/part', 'half'); console.log('half'); setInterval(() => {}, 1000); await new Promise(() => {});",
      ),
    );
    await untilSaid(killed);
    killed.kill('SIGKILL');
    await once(killed, 'close');
    expect(existsSync(cached())).toBe(false);
    expect((await finish(start(making(whole)))).code).toBe(0);
    expect(readdirSync(join(home, 'alcove'))).toEqual(['thing']);
  });
});

longIt('a package from the npm registry is rejected when it is not the pinned one', async () => {
  mkdirSync(join(home, 'package'));
  writeFileSync(join(home, 'package/package.json'), '{"name":"harmless","version":"1.0.0"}');
  const script = (expected: string) =>
    `import { unpackNpmTarball } from ${lib('setup/npm-tarball.mjs')};
       import { main } from ${lib('console.mjs')};
       import { mkdtempSync } from 'node:fs';
       const folder = mkdtempSync(process.env.HERE + '/out-');
       await main(() => unpackNpmTarball(process.env.HERE + '/package', '${expected}', folder));`;
  const refused = await finish(start(script('sha512-AAAA')));
  expect(refused.code).toBe(1);
  expect(refused.said).toContain('What to do: do not use it');
  const integrity = /\((sha512-[^)]+)\)/.exec(refused.said)?.[1] ?? '';
  expect((await finish(start(script(integrity)))).code).toBe(0);
});
