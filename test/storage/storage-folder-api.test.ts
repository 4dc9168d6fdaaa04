import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { controlClient } from '../../src/cli/control-client.ts';
import type { Notice } from '../../src/contract/dashboard-api/administration/monitoring.ts';
import type { StorageState } from '../../src/contract/dashboard-api/storage.ts';
import type { SettingsInput } from '../../src/contract/settings.ts';
import { json, startTestNode, type TestNode, temporaryFolder } from '../support/node/start-test-node.ts';

let dataDir: string;
let otherFolder: string;
let node: TestNode | undefined;

beforeEach(() => {
  dataDir = temporaryFolder();
  otherFolder = join(temporaryFolder(), 'store');
});
afterEach(async () => {
  await node?.stop();
  rmSync(dataDir, { recursive: true, force: true });
  rmSync(join(otherFolder, '..'), { recursive: true, force: true });
});

async function start(settings: SettingsInput = {}): Promise<TestNode> {
  await node?.stop();
  node = await startTestNode({ dataDir, settings });
  return node;
}

const stateOf = async (asked: TestNode): Promise<StorageState> =>
  (await (await asked.askLocal('/local/storage')).json()) as StorageState;

const move = (asked: TestNode, folder: string | null) =>
  asked.askLocal('/local/storage/move', {
    method: 'POST',
    ...json({ to: folder === null ? 'default' : { selection_id: asked.node.selectFolder(folder, 'store') } }),
  });

async function noticesOf(asked: TestNode): Promise<Notice[]> {
  const overview = await (await asked.askLocal('/local/overview')).json();
  return (overview as { notices: Notice[] }).notices;
}

/** @returns the URL of its bytes */
async function store(asked: TestNode, text: string): Promise<string> {
  const response = await asked.askLocal('/local/content', { method: 'POST', body: text });
  const { content } = (await response.json()) as { content: { content_id: string } };
  return `/api/v1/storage/${content.content_id}`;
}

/** Empty folders are removed at the end of a relocation, possibly during this read. */
const stored = async (folder: string): Promise<number> => {
  let files = 0;
  for await (const _ of glob(join(folder, 'blobs/*/*'))) files += 1;
  return files;
};

const lieIn = (old: number, other: number) =>
  expect.poll(() => Promise.all([stored(dataDir), stored(otherFolder)])).toEqual([old, other]);

it('moves stored files to another folder and back', async () => {
  let running = await start();
  const path = await store(running, 'before');
  expect((await move(running, otherFolder)).status).toBe(200);
  await expect.poll(() => stateOf(running)).toMatchObject({ folder: otherFolder, move: null });
  const later = await store(running, 'after');
  await lieIn(0, 2);
  running = await start();
  expect(await stateOf(running)).toMatchObject({ folder: otherFolder, move: null });
  expect(await (await running.ask(path)).text()).toBe('before');
  expect(await (await running.ask(later)).text()).toBe('after');
  expect((await move(running, null)).status).toBe(200);
  await expect.poll(() => stateOf(running)).toMatchObject({ folder: dataDir, move: null });
  running = await start();
  expect(await (await running.ask(path)).text()).toBe('before');
  await lieIn(2, 0);
});

it('moves stored files at the start when the settings name another folder', async () => {
  const path = await store(await start(), 'stays readable');
  const running = await start({ storage: { folder: otherFolder } });
  await expect.poll(() => stateOf(running)).toMatchObject({ folder: otherFolder, move: null });
  expect(await (await running.ask(path)).text()).toBe('stays readable');
  const fixed = await move(running, null);
  expect(fixed.status).toBe(400);
  expect(await fixed.json()).toMatchObject({ errors: [{ path: 'body.storage.folder' }] });
});

it('rejects an unusable folder and reports it in the dashboard', async () => {
  const file = join(dataDir, 'alcove.db');
  const refused = await move(await start(), file);
  expect(refused.status).toBe(400);
  expect(await refused.json()).toMatchObject({ code: 'folder_unusable' });
  const path = await store(await start(), 'still here');
  const running = await start({ storage: { folder: file } });
  expect((await noticesOf(running)).map(({ code }) => code)).toContain('store_not_moved');
  expect(await (await running.ask(path)).text()).toBe('still here');
});

it('does not start, and creates nothing, when the folder is missing', async () => {
  const running = await start();
  await store(running, 'on a disk that will be taken out');
  await move(running, otherFolder);
  await expect.poll(() => stateOf(running)).toMatchObject({ move: null });
  await node?.stop();
  node = undefined;
  rmSync(otherFolder, { recursive: true });
  const before = readFileSync(join(dataDir, 'alcove.db'));
  await expect(startTestNode({ dataDir })).rejects.toThrow(/folder|disk/i);
  expect(existsSync(otherFolder)).toBe(false);
  expect(readFileSync(join(dataDir, 'alcove.db')).length).toBe(before.length);
});

it('rewrites a missing marker of the folder and reports it', async () => {
  let running = await start();
  const path = await store(running, 'still there');
  await move(running, otherFolder);
  await expect.poll(() => stateOf(running)).toMatchObject({ move: null });
  await node?.stop();
  node = undefined;
  rmSync(join(otherFolder, 'alcove-storage.json'));
  running = await start();
  expect(await (await running.ask(path)).text()).toBe('still there');
  expect(await noticesOf(running)).toMatchObject([
    {
      ...{ code: 'store_mark_renewed', severity: 'warning' },
      message: { reason: 'startup.storeMarkRenewed', params: { folder: otherFolder } },
    },
  ]);
  running = await start();
  expect(await noticesOf(running)).toEqual([]);
});

it('completes a relocation to an empty folder without a marker, and does not repeat it', async () => {
  let running = await start();
  const path = await store(running, 'where it was');
  await move(running, otherFolder);
  await expect.poll(() => stateOf(running)).toMatchObject({ move: null });
  const third = join(otherFolder, '..', 'third');
  await running.stop();
  // Earlier versions left this state: they removed the marker of the next relocation.
  const file = join(dataDir, 'storage-folder.json');
  const { id } = JSON.parse(readFileSync(file, 'utf8')) as { id: string };
  writeFileSync(file, JSON.stringify({ id, folder: third, moving: { from: otherFolder } }));
  writeFileSync(join(dataDir, 'dashboard-settings.json'), JSON.stringify({ storage: { folder: third } }));
  mkdirSync(third);
  node = undefined;
  for (const codes of [['store_move_ended'], []]) {
    running = await start();
    expect((await noticesOf(running)).map(({ code }) => code)).toEqual(codes);
    expect(await stateOf(running)).toMatchObject({ folder: otherFolder, move: null });
    expect(await (await running.ask(path)).text()).toBe('where it was');
    await store(running, `stored again ${codes}`);
  }
  expect(readdirSync(third)).toEqual([]);
});

it('takes no path from a page, only a folder that the system dialog or a command named', async () => {
  const running = await start();
  const path = await store(running, 'stays');
  const post = (to: unknown) =>
    running.askLocal('/local/storage/move', { method: 'POST', ...json({ to, folder: otherFolder }) });
  for (const to of [otherFolder, { folder: otherFolder }, undefined])
    expect((await post(to)).status).toBe(400);
  const watched = running.node.selectFolder(otherFolder, 'watch');
  for (const to of [{ selection_id: otherFolder }, { selection_id: watched }, 'again']) {
    expect(await (await post(to)).json()).toMatchObject({ code: 'folder_not_found' });
  }
  expect(existsSync(otherFolder)).toBe(false);
  await controlClient(dataDir).moveStorage({ path: otherFolder });
  await expect.poll(() => stateOf(running)).toMatchObject({ folder: otherFolder, move: null });
  expect(await (await running.ask(path)).text()).toBe('stays');
});
