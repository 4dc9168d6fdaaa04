import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { overview } from '../../src/contract/dashboard-api/administration/monitoring.ts';
import { writeLastBackup } from '../../src/features/recovery/backup/backup-notes.ts';
import { writeRecoveryNotes } from '../../src/features/recovery/recovery-notes.ts';
import { json, startTestNode, type TestNode, temporaryFolder } from '../support/node/start-test-node.ts';

const folders: string[] = [];
let running: TestNode | undefined;
afterEach(async () => {
  await running?.stop();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

const newFolder = () => {
  const folder = temporaryFolder();
  folders.push(folder);
  return folder;
};
async function start(dataDir: string): Promise<TestNode> {
  await running?.stop();
  running = await startTestNode({ dataDir });
  return running;
}
const steps = async (node: TestNode) =>
  overview.parse(await (await node.askLocal('/local/overview')).json()).first_run;
const skip = (node: TestNode, ...skipped: string[]) =>
  node.askLocal('/local/first-run', { method: 'POST', ...json({ skip: skipped }) });
const store = async (node: TestNode) =>
  (await (await node.askLocal('/local/content', { method: 'POST', body: 'a file' })).json()) as {
    content: { content_id: string };
  };

it('keeps completed steps, even after they are undone, and skipped ones', async () => {
  const dataDir = newFolder();
  const first = await start(dataDir);
  expect(await steps(first)).toEqual({ store: 'open', meet: 'open', keep: 'open' });
  const { content } = await store(first);
  expect(await steps(first)).toEqual({ store: 'done', meet: 'open', keep: 'open' });
  await first.askLocal(`/local/content/${content.content_id}`, { method: 'DELETE' });
  expect((await skip(first, 'meet', 'store')).status).toBe(200);

  const again = await start(dataDir);
  expect(await steps(again)).toEqual({ store: 'done', meet: 'skipped', keep: 'open' });
  const at = '2026-01-01T00:00:00.000Z';
  writeRecoveryNotes(dataDir, {
    made_at: at,
    checked_at: null,
    checked_made_at: null,
    newest: { made_at: at, marks: {} },
  });
  expect(await steps(again)).toEqual({ store: 'done', meet: 'skipped', keep: 'done' });
});

it('counts a full backup as one of the node only if it contains the key', async () => {
  const dataDir = newFolder();
  const node = await start(dataDir);
  const backup = {
    ...{
      folder: '/disk',
      made_at: '2026-01-01T00:00:00.000Z',
      contents: 1,
      content_bytes: 1,
      added: 1,
      lacking: 0,
    },
    same_disk: false,
  };
  writeLastBackup(dataDir, { ...backup, key_in_key_store: true });
  expect((await steps(node)).keep).toBe('open');
  writeLastBackup(dataDir, { ...backup, key_in_key_store: false });
  expect((await steps(node)).keep).toBe('done');
});

it('asks nothing for a folder used before there were first steps, but for an unused one', async () => {
  const dataDir = newFolder();
  const first = await start(dataDir);
  rmSync(join(dataDir, 'first-run.json'));
  expect(await steps(await start(dataDir))).toEqual({ store: 'open', meet: 'open', keep: 'open' });
  const { content } = await store(running as TestNode);
  rmSync(join(dataDir, 'first-run.json'));
  const used = await start(dataDir);
  expect(await steps(used)).toEqual({ store: 'done', meet: 'skipped', keep: 'skipped' });
  await used.askLocal(`/local/content/${content.content_id}`, { method: 'DELETE' });
  expect(await steps(await start(dataDir))).toEqual({ store: 'done', meet: 'skipped', keep: 'skipped' });
  expect(first).not.toBe(running);
});

it('a step of the first run can be skipped twice, from two pages at once and after a restart', async () => {
  const dataDir = newFolder();
  const first = await start(dataDir);
  const all = ['store', 'meet', 'keep'];
  const answers = await Promise.all([skip(first, 'store'), skip(first, 'store'), skip(first, ...all)]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  const skipped = { store: 'skipped', meet: 'skipped', keep: 'skipped' };
  expect(await steps(first)).toEqual(skipped);
  // A page that was open before still sends the earlier request.
  const again = await start(dataDir);
  expect((await skip(again, ...all)).status).toBe(200);
  expect(await steps(again)).toEqual(skipped);
  await store(again);
  expect((await skip(again, ...all)).status).toBe(200);
  expect(await steps(again)).toEqual({ ...skipped, store: 'done' });
});

it('replaces a damaged file, and only prevents skipping when it cannot be written', async () => {
  const dataDir = newFolder();
  const path = join(dataDir, 'first-run.json');
  writeFileSync(path, '{"settled": {"store": "eat');
  // The recovery files cannot be read either.
  mkdirSync(join(dataDir, 'recovery.json'));
  const first = await start(dataDir);
  expect(await steps(first)).toEqual({ store: 'open', meet: 'open', keep: 'open' });
  expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({ settled: {} });
  rmSync(path);
  mkdirSync(path);
  await store(first);
  expect((await steps(first)).store).toBe('done');
  expect((await skip(first, 'keep')).status).toBe(500);
  expect((await steps(first)).keep).toBe('open');
  expect((await skip(first, 'sleep')).status).toBe(400);
});
