import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { controlClient } from '../../src/cli/control-client.ts';
import type {
  FolderPreview,
  WatchedFolder,
} from '../../src/contract/dashboard-api/library/watched-folders.ts';
import { json, startTestNode, type TestNode, temporaryFolder } from '../support/node/start-test-node.ts';
import { newFolder } from './open-watched.ts';

let running: TestNode;
const dataDir = temporaryFolder();
beforeAll(async () => {
  running = await startTestNode({ dataDir });
});
afterAll(async () => {
  await running.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const call = async <T>(method: string, path: string, body?: object) => {
  const response = await running.askLocal(`/local/watched-folders${path}`, {
    method,
    ...(body && json(body)),
  });
  return { status: response.status, body: (await response.json()) as T & { code?: string } };
};
const post = <T>(path: string, body: object) => call<T>('POST', path, body);
const watch = (selection_id: string, mode: string) => post<WatchedFolder>('', { selection_id, mode });
const listed = async () => (await call<{ folders: WatchedFolder[] }>('GET', '')).body.folders;
const titles = async () => {
  const response = await running.askLocal('/local/content');
  const { items } = (await response.json()) as { items: { title: string }[] };
  return items.map(({ title }) => title).sort();
};

describe('the dashboard', () => {
  it('names no path, and no folder that was not offered', async () => {
    const folder = newFolder();
    for (const body of [
      { path: folder },
      { selection_id: folder },
      { selection_id: 'x'.repeat(43), path: folder },
    ]) {
      expect((await post('/preview', body)).status).toBe(400);
      expect((await post('', { ...body, mode: 'add' })).status).toBe(400);
    }
    expect((await post('/preview', { selection_id: 'x'.repeat(43) })).body.code).toBe('folder_not_found');
    expect((await watch('x'.repeat(43), 'add')).body.code).toBe('folder_not_found');
    expect((await running.ask('/local/watched-folders')).status).toBe(404);
  });

  it('is refused folders of the node, files, links to them, and everything', async () => {
    const folder = newFolder();
    writeFileSync(join(folder, 'file'), 'f');
    symlinkSync(running.dataDir, join(folder, 'link'));
    mkdirSync(join(running.dataDir, 'inside'));
    const refused = ['/', 'relative', join(folder, 'missing'), join(folder, 'file'), join(folder, 'link')];
    for (const path of [...refused, running.dataDir, join(running.dataDir, 'inside')]) {
      const { status, body } = await post('/preview', {
        selection_id: running.node.selectFolder(path, 'watch'),
      });
      expect([path, status, body.code]).toEqual([path, 400, 'folder_unusable']);
    }
  });

  it('previews, adds, follows, pauses and removes a folder, also over a restart', async () => {
    const folder = newFolder();
    mkdirSync(join(folder, 'sub'));
    writeFileSync(join(folder, 'song.mp3'), 'song');
    writeFileSync(join(folder, 'sub/photo.jpg'), 'photo');
    writeFileSync(join(folder, 'film.mp4.part'), 'film');
    const selection = running.node.selectFolder(folder, 'watch');
    const { body: preview } = await post<FolderPreview>('/preview', { selection_id: selection });
    expect(preview).toMatchObject({
      path: folder,
      files: 2,
      bytes: 9,
      folders: 2,
      kinds: [
        { kind: 'music', files: 1, bytes: 4 },
        { kind: 'photos', files: 1, bytes: 5 },
      ],
      skipped: [{ reason: 'temporary', count: 1, examples: ['film.mp4.part'] }],
    });
    expect(await titles()).toEqual([]);
    const added = await watch(selection, 'mirror');
    expect([added.status, added.body.mode]).toEqual([201, 'mirror']);
    const { id } = added.body;
    await expect.poll(async () => (await listed())[0]).toMatchObject({ state: 'watching', files: 2 });
    expect(await titles()).toEqual(['photo', 'song']);
    expect((await watch(selection, 'add')).body.code).toBe('folder_not_found');
    const inside = running.node.selectFolder(join(folder, 'sub'), 'watch');
    expect((await post('/preview', { selection_id: inside })).body.code).toBe('folder_unusable');

    renameSync(join(folder, 'song.mp3'), join(folder, 'sub/tide.mp3'));
    await expect.poll(titles).toEqual(['photo', 'tide']);

    await running.stop();
    writeFileSync(join(folder, 'new.txt'), 'new');
    running = await startTestNode({ dataDir });
    await expect.poll(titles).toEqual(['new', 'photo', 'tide']);

    await call('PATCH', `/${id}`, { paused: true });
    expect((await listed())[0]).toMatchObject({ state: 'paused', message: null });
    renameSync(folder, `${folder}-away`);
    await call('PATCH', `/${id}`, { paused: false });
    await expect.poll(async () => (await listed())[0]?.state).toBe('problem');
    const overview = (await (await running.askLocal('/local/overview')).json()) as {
      notices: { code: string }[];
    };
    expect(overview.notices.map(({ code }) => code)).toContain('watched_folder');
    renameSync(`${folder}-away`, folder);
    await post(`/${id}/scan`, {});
    await expect.poll(async () => (await listed())[0]?.state).toBe('watching');

    expect((await call('DELETE', `/${id}`)).status).toBe(200);
    expect([await listed(), await titles()]).toEqual([[], ['new', 'photo', 'tide']]);
    expect((await call('DELETE', `/${id}`)).body.code).toBe('folder_not_found');
  });
});

it('commands name folders by their paths', async () => {
  const folder = newFolder();
  writeFileSync(join(folder, 'a.txt'), 'by command');
  const control = controlClient(dataDir);
  expect(await control.previewFolder({ path: folder })).toMatchObject({ files: 1, bytes: 10 });
  await expect(control.watchFolder({ path: dataDir, mode: 'add' })).rejects.toThrow(
    'inside a folder of this node',
  );
  const { id } = await control.watchFolder({ path: folder, mode: 'add' });
  await expect(control.previewFolder({ path: folder })).rejects.toThrow('already watches');
  expect((await control.listFolders()).folders).toMatchObject([{ id, path: folder, mode: 'add' }]);
  await control.removeFolder(id);
  await expect(control.removeFolder(id)).rejects.toThrow('no longer watched');
  expect(await control.listFolders()).toEqual({ folders: [] });
});
