import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const { options, ...ruleSet } = createRequire(import.meta.url)('../../.dependency-cruiser.cjs');

/** One file of every kind, each importing as much as it may. */
const clean = {
  'src/contract/errors.ts': '',
  'src/core/clock.ts': "import '../contract/errors.ts';",
  'src/db/open.ts': "import 'better-sqlite3'; import '../core/clock.ts'; import './rows.ts';",
  'src/db/rows.ts': '',
  'src/blobs/store.ts': "import '../core/clock.ts';",
  'src/handshake/sign.ts': "import type {} from '../contract/errors.ts';",
  'src/chain/client.ts': "import '../db/open.ts';",
  'src/content/catalogue.ts': "import '../db/open.ts'; import '../blobs/store.ts';",
  'src/peers/client.ts': "import '../handshake/sign.ts';",
  'src/sign-in/sessions.ts': "import '../db/open.ts';",
  'src/http/servers.ts': "import 'express'; import '../peers/client.ts'; import '../handshake/sign.ts';",
  'src/node.ts': "import './http/servers.ts'; import './db/open.ts';",
  'src/cli.ts': "import './node.ts'; import './cli/serve.ts';",
  'src/cli/serve.ts': "import '../node.ts';",
  'src/practice-node.ts': "import './node.ts';",
  'electron/main.ts': "import 'electron'; import '../src/node.ts'; import './shell.ts';",
  'electron/shell.ts': "import '../src/contract/errors.ts';",
  'renderer/main.tsx':
    "import 'react'; import '../client/index.ts'; import type {} from '../src/contract/errors.ts';",
  'client/index.ts': "import 'zod'; import 'node:fs'; import '../src/contract/errors.ts';",
  'examples/bot.ts': "import '../client/index.ts'; import 'node:fs';",
};

/** [file, what it says too] — each must be refused, whatever the form of the import. */
const planted: [string, string][] = [
  ['src/contract/errors.ts', "import '../core/clock.ts';"],
  ['src/core/clock.ts', "import '../db/open.ts';"],
  ['src/core/clock.ts', "import type { Row } from '../db/open.ts';"],
  ['src/core/clock.ts', "import { type Row } from '../db/open.ts';"],
  ['src/core/clock.ts', "export type { Row } from '../db/open.ts';"],
  ['src/core/clock.ts', "export type Row = import('../db/open.ts').Row;"],
  ['src/core/clock.ts', "export const rows = () => import('../db/open.ts');"],
  ['src/db/open.ts', "import '../blobs/store.ts';"],
  ['src/blobs/store.ts', "import type {} from '../db/open.ts';"],
  ['src/handshake/sign.ts', "import '../peers/client.ts';"],
  ['src/peers/client.ts', "import type {} from '../content/catalogue.ts';"],
  ['src/sign-in/sessions.ts', "import '../chain/client.ts';"],
  ['src/content/catalogue.ts', "import '../http/servers.ts';"],
  ['src/http/servers.ts', "import type {} from '../db/open.ts';"],
  ['src/http/servers.ts', "import '../blobs/store.ts';"],
  ['src/http/servers.ts', "import '../node.ts';"],
  ['src/node.ts', "import './cli.ts';"],
  ['src/node.ts', "import '../electron/shell.ts';"],
  ['src/core/clock.ts', "import '../../client/index.ts';"],
  ['src/core/clock.ts', "import type {} from '@alcove/client';"],
  ['electron/shell.ts', "import '../client/index.ts';"],
  ['client/index.ts', "import type {} from '../src/core/clock.ts';"],
  ['client/index.ts', "import '../renderer/main.tsx';"],
  ['client/index.ts', "import 'lru-cache';"],
  ['client/index.ts', "import type {} from 'undici';"],
  ['examples/bot.ts', "import '../src/contract/errors.ts';"],
  ['src/core/clock.ts', "import type {} from '../../renderer/main.tsx';"],
  ['src/helpers/anything.ts', "import '../contract/errors.ts';"],
  ['electron/shell.ts', "import '../src/node.ts';"],
  ['electron/shell.ts', "import type {} from '../src/core/clock.ts';"],
  ['electron/main.ts', "import '../src/db/open.ts';"],
  ['electron/main.ts', "import '../src/cli.ts';"],
  ['electron/main.ts', "import '../renderer/main.tsx';"],
  ['renderer/main.tsx', "import type {} from '../src/node.ts';"],
  ['renderer/main.tsx', "import '../src/core/clock.ts';"],
  ['renderer/main.tsx', "import type {} from '../electron/shell.ts';"],
  ['src/peers/client.ts', "import type { Request } from 'express';"],
  ['electron/main.ts', "import 'express';"],
  ['src/content/catalogue.ts', "import type Database from 'better-sqlite3';"],
  ['src/http/servers.ts', "import '../../test/start-test-node.ts';"],
  ['src/core/clock.ts', "import './not-there.ts';"],
];

let tree: string;

beforeEach(() => {
  tree = mkdtempSync(join(realpathSync(tmpdir()), 'alcove-import-rule-'));
  for (const [file, text] of Object.entries(clean)) write(file, text);
  write('test/start-test-node.ts', "import '../src/db/open.ts'; import 'better-sqlite3';");
});

afterEach(() => rmSync(tree, { recursive: true }));

function write(file: string, text: string): void {
  mkdirSync(dirname(join(tree, file)), { recursive: true });
  writeFileSync(join(tree, file), `${text}\nexport {};\n`);
}

/** The files that break the rule in `tree`. */
async function offenders(): Promise<string[]> {
  const folders = ['src', 'electron', 'renderer', 'client', 'examples', 'test'];
  const { output } = await cruise(folders, { ...options, ruleSet, validate: true, baseDir: tree });
  return (output as ICruiseResult).summary.violations.map(({ from }) => from);
}

describe('who may import whom', () => {
  it('lets every import pass that the architecture allows', async () => {
    expect(await offenders()).toEqual([]);
  });

  it.each(planted)('refuses %s: %s', async (file, text) => {
    write(file, `${clean[file as keyof typeof clean] ?? ''}\n${text}`);
    expect(await offenders()).toEqual([file]);
  });
});
