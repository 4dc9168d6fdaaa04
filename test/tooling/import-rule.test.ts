import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const { options, ...ruleSet } = createRequire(import.meta.url)('../../.dependency-cruiser.cjs');

/** One file of every kind, each with all allowed imports. */
const clean = {
  'src/contract/problems.ts': '',
  'src/contract/node-api/content.ts': "import '../problems.ts';",
  'src/contract/dashboard-api/chain.ts': '',
  'src/contract/dashboard-api/content.ts': "import '../node-api/content.ts';",
  'src/core/clock.ts': "import '../contract/problems.ts';",
  'src/crypto/sign.ts': "import '../core/clock.ts';",
  'src/platform/sqlite/open.ts': "import 'better-sqlite3'; import '../../core/clock.ts'; import './rows.ts';",
  'src/platform/sqlite/rows.ts': '',
  'src/platform/blobs/store.ts': "import '../../crypto/sign.ts';",
  'src/platform/blobs/store/disk-blob-store.ts': "import './blob-store.ts';",
  'src/platform/blobs/store/blob-store.ts': '',
  'src/platform/net/fetch.ts': "import type {} from '../../contract/problems.ts';",
  'src/platform/http/listener.ts': "import 'express'; import '../net/fetch.ts';",
  'src/features/content/index.ts': "export * from './service.ts';",
  'src/features/content/runtime.ts': '',
  'src/features/content/repository/rows.ts': '',
  'src/features/content/endpoints/get-content.ts': "import '../service.ts';",
  'src/features/content/service.ts':
    "import '../../platform/sqlite/open.ts'; import '../../platform/blobs/store/blob-store.ts'; import './repository/rows.ts';",
  'src/features/peers/service.ts': "import '../../crypto/sign.ts';",
  'src/features/peers/index.ts': "export * from './service.ts';",
  'src/features/discovery/service.ts':
    "import '../content/index.ts'; import '../content/runtime.ts'; import '../peers/index.ts';",
  'src/app/lifecycle.ts': '',
  'src/app/node.ts':
    "import '../features/content/index.ts'; import '../platform/http/listener.ts'; import('../features/content/service.ts');",
  'src/cli/main.ts': "import '../app/node.ts'; import './serve.ts';",
  'src/cli/serve.ts': "import '../app/node.ts';",
  'electron/main.ts': "import 'electron'; import './node/start-node.ts'; import './shell.ts';",
  'electron/node/start-node.ts': "import '../../src/app/node.ts';",
  'electron/shell.ts': "import '../src/contract/problems.ts';",
  'renderer/lib/format.ts': '',
  'renderer/ui/card.tsx': "import '../lib/format.ts';",
  'renderer/viewer/messages.ts': '',
  'renderer/features/practice/index.ts': "export {} from './start.tsx';",
  'renderer/features/practice/start.tsx': "import '../../ui/card.tsx'; import '../../viewer/messages.ts';",
  'renderer/features/chain/chain.tsx': "import '../practice/index.ts';",
  'renderer/features/wallet/wallet-page.tsx': "import './card.tsx';",
  'renderer/features/wallet/card.tsx': "import '../../lib/format.ts';",
  'renderer/app/routes.tsx':
    "import '../features/practice/index.ts'; export const page = () => import('../features/wallet/wallet-page.tsx');",
  'renderer/app/title.ts': '',
  'renderer/app/frame.tsx': "import '../features/practice/index.ts';",
  'renderer/main.tsx':
    "import './app/routes.tsx'; import 'react'; import '../client/index.ts'; import type {} from '../src/contract/problems.ts';",
  'client/index.ts': "import 'zod'; import 'node:fs'; import '../src/contract/problems.ts';",
  'examples/bot.ts': "import '../client/index.ts'; import 'node:fs';",
};

/** [file, an expected part of the message] — each must be refused, for any form of import. */
const planted: [string, string][] = [
  ['src/contract/problems.ts', "import '../core/clock.ts';"],
  ['src/contract/node-api/content.ts', "import '../dashboard-api/chain.ts';"],
  ['src/core/clock.ts', "import '../platform/sqlite/open.ts';"],
  ['src/core/clock.ts', "import type { Row } from '../platform/sqlite/open.ts';"],
  ['src/core/clock.ts', "import { type Row } from '../platform/sqlite/open.ts';"],
  ['src/core/clock.ts', "export type { Row } from '../platform/sqlite/open.ts';"],
  ['src/core/clock.ts', "export type Row = import('../platform/sqlite/open.ts').Row;"],
  ['src/core/clock.ts', "export const rows = () => import('../platform/sqlite/open.ts');"],
  ['src/core/clock.ts', "import '../crypto/sign.ts';"],
  ['src/crypto/sign.ts', "import '../platform/net/fetch.ts';"],
  ['src/platform/sqlite/open.ts', "import '../blobs/store.ts';"],
  ['src/platform/blobs/store.ts', "import type {} from '../sqlite/open.ts';"],
  ['src/platform/net/fetch.ts', "import '../../features/peers/service.ts';"],
  ['src/platform/http/listener.ts', "import type {} from '../sqlite/open.ts';"],
  ['src/platform/http/listener.ts', "import '../blobs/store.ts';"],
  ['src/platform/http/listener.ts', "import '../../app/lifecycle.ts';"],
  ['src/platform/other/anything.ts', "import '../../contract/problems.ts';"],
  ['src/features/peers/service.ts', "import type {} from '../content/service.ts';"],
  ['src/features/activity/service.ts', "import '../content/index.ts';"],
  ['src/features/content/service.ts', "import '../../app/lifecycle.ts';"],
  ['src/features/other/service.ts', "import '../../contract/problems.ts';"],
  ['src/helpers/anything.ts', "import '../contract/problems.ts';"],
  ['src/loose.ts', "import './contract/problems.ts';"],
  ['src/app/node.ts', "import '../cli/serve.ts';"],
  ['src/app/node.ts', "import '../../electron/shell.ts';"],
  ['src/core/clock.ts', "import '../../client/index.ts';"],
  ['src/core/clock.ts', "import type {} from '@alcove/client';"],
  ['src/core/clock.ts', "import type {} from '../../renderer/main.tsx';"],
  ['src/core/clock.ts', "import './not-there.ts';"],
  ['electron/shell.ts', "import '../client/index.ts';"],
  ['electron/shell.ts', "import '../src/app/node.ts';"],
  ['electron/shell.ts', "import type {} from '../src/core/clock.ts';"],
  ['electron/main.ts', "import '../src/app/node.ts';"],
  ['electron/node/start-node.ts', "import '../../src/platform/sqlite/open.ts';"],
  ['electron/node/start-node.ts', "import type {} from '../../src/core/clock.ts';"],
  ['electron/node/start-node.ts', "import '../../src/cli/serve.ts';"],
  ['electron/main.ts', "export const node = () => import('../src/app/node.ts');"],
  ['electron/main.ts', "import '../src/cli/serve.ts';"],
  ['electron/main.ts', "import '../renderer/main.tsx';"],
  ['electron/main.ts', "import 'express';"],
  ['client/index.ts', "import type {} from '../src/core/clock.ts';"],
  ['client/index.ts', "import '../renderer/app/title.ts';"],
  ['client/index.ts', "import 'lru-cache';"],
  ['client/index.ts', "import type {} from 'undici';"],
  ['examples/bot.ts', "import '../src/contract/problems.ts';"],
  ['renderer/main.tsx', "import type {} from '../src/app/node.ts';"],
  ['renderer/main.tsx', "import '../src/core/clock.ts';"],
  ['renderer/main.tsx', "import type {} from '../electron/shell.ts';"],
  ['renderer/lib/format.ts', "import '../viewer/messages.ts';"],
  ['renderer/ui/card.tsx', "import type {} from '../features/wallet/card.tsx';"],
  ['renderer/ui/card.tsx', "import type {} from '../app/title.ts';"],
  ['renderer/features/practice/start.tsx', "import '../wallet/card.tsx';"],
  ['renderer/features/wallet/card.tsx', "import type {} from '../../app/frame.tsx';"],
  ['renderer/features/chain/chain.tsx', "import '../practice/start.tsx';"],
  ['renderer/features/chain/chain.tsx', "import type {} from '../wallet/card.tsx';"],
  ['renderer/features/other/game.tsx', "import '../../lib/format.ts';"],
  ['renderer/app/frame.tsx', "import '../features/wallet/card.tsx';"],
  ['renderer/app/frame.tsx', "import type {} from '../features/wallet/wallet-page.tsx';"],
  ['renderer/viewer/messages.ts', "import '../lib/format.ts';"],
  ['src/features/peers/service.ts', "import type {} from '../../platform/blobs/store/disk-blob-store.ts';"],
  ['src/features/peers/service.ts', "import type { Request } from 'express';"],
  ['src/features/content/service.ts', "import type Database from 'better-sqlite3';"],
  ['src/features/content/service.ts', "import type { Pool } from 'pg';"],
  ['src/platform/sqlite/open.ts', "import { Pool } from 'pg';"],
  ['src/core/clock.ts', "import '../../test/support/start.ts';"],
];

/** Rounds in which each file has one import at most, because each check of the tree takes a tenth of a second. */
const rounds: [string, string][][] = [];
for (const one of planted) {
  const round = rounds.find((others) => others.every(([file]) => file !== one[0]));
  if (round) round.push(one);
  else rounds.push([one]);
}

let tree: string;

beforeEach(() => {
  tree = mkdtempSync(join(realpathSync(tmpdir()), 'alcove-import-rule-'));
  for (const [file, text] of Object.entries(clean)) write(file, text);
  write('test/support/start.ts', "import '../../src/platform/sqlite/open.ts'; import 'better-sqlite3';");
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

describe('import rules', () => {
  it('accept every import that the architecture allows', async () => {
    expect(await offenders()).toEqual([]);
  });

  it('reject a circle of types in the dashboard', async () => {
    write('renderer/lib/format.ts', "import type {} from './units.ts';");
    write('renderer/lib/units.ts', "import type {} from './format.ts';");
    expect(await offenders()).toContain('renderer/lib/format.ts');
  });

  it.each(rounds.map((round) => ({ round })))('reject $round', async ({ round }) => {
    for (const [file, text] of round) write(file, `${clean[file as keyof typeof clean] ?? ''}\n${text}`);
    expect([...new Set(await offenders())].toSorted()).toEqual(round.map(([file]) => file).toSorted());
  });

  it.each([
    ['src/platform/sqlite/rows.ts', "import type {} from './open.ts';"],
    ['electron/shell.ts', "import type {} from './main.ts';"],
    ['electron/node/start-node.ts', "import '../main.ts';"],
  ])('reject circles, of types too: %s', async (file, text) => {
    write(file, `${clean[file as keyof typeof clean]}\n${text}`);
    expect(await offenders()).not.toEqual([]);
  });
});
