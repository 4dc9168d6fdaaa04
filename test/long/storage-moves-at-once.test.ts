import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { StorageState } from '../../src/contract/dashboard-api/storage.ts';
import { json, startTestNode, type TestNode, temporaryFolder } from '../support/node/start-test-node.ts';

let dataDir: string;
let outside: string;
let node: TestNode;

beforeEach(async () => {
  [dataDir, outside] = [temporaryFolder(), temporaryFolder()];
  node = await startTestNode({ dataDir });
});
afterEach(async () => {
  await node.stop();
  for (const folder of [dataDir, outside]) rmSync(folder, { recursive: true, force: true });
});

const stateOf = async (): Promise<StorageState> =>
  (await (await node.askLocal('/local/storage')).json()) as StorageState;

const move = (folder: string | null) =>
  node.askLocal('/local/storage/move', {
    method: 'POST',
    ...json({ to: folder === null ? 'default' : { selection_id: node.node.selectFolder(folder, 'store') } }),
  });

const turnBack = () => node.askLocal('/local/storage/move', { method: 'DELETE' });

async function store(text: string): Promise<string> {
  const response = await node.askLocal('/local/content', { method: 'POST', body: text });
  expect(response.status).toBe(201);
  const { content } = (await response.json()) as { content: { content_id: string } };
  return `/api/v1/storage/${content.content_id}`;
}

/** Polls, so that the end of a relocation is seen during its cleanup. */
async function untilMoved(): Promise<StorageState> {
  for (;;) {
    const state = await stateOf();
    if (state.move === null) return state;
    expect(state.move).toMatchObject({ state: 'running' });
  }
}

const namesIn = (folder: string) => readdirSync(folder).sort();

it('accepts the next relocation during the cleanup of the last one, to any folder', {
  retry: 0,
}, async () => {
  const [one, two] = [join(outside, 'one'), join(outside, 'two')];
  const paths: [path: string, text: string][] = [];
  const steps = [one, two, one, null];
  for (const [index, folder] of steps.entries()) {
    const answer = await move(folder);
    expect(answer.status, await answer.clone().text()).toBe(200);
    const text = `stored on the way to ${index}`;
    paths.push([await store(text), text]);
    expect(await untilMoved()).toMatchObject({ folder: folder ?? dataDir });
  }
  for (const [path, text] of paths) expect(await (await node.ask(path)).text()).toBe(text);
  await node.stop();
  expect([namesIn(one), namesIn(two)]).toEqual([[], []]);
  node = await startTestNode({ dataDir });
  for (const [path, text] of paths) expect(await (await node.ask(path)).text()).toBe(text);
  expect(await stateOf()).toMatchObject({ folder: dataDir, move: null });
});

it('reverses a relocation that is almost complete', {
  retry: 0,
}, async () => {
  const one = join(outside, 'one');
  const path = await store('there and back');
  for (let round = 0; round < 3; round += 1) {
    expect((await move(one)).status).toBe(200);
    // Once immediately, once during the cleanup, once after it.
    if (round % 3 > 0) await untilMoved();
    if (round % 3 > 1) await untilMoved();
    const answer = await turnBack();
    expect(answer.status).toBe(200);
    const { folder } = await untilMoved();
    await node.stop();
    node = await startTestNode({ dataDir });
    // The setting has the same value, so that the start does not move it again.
    expect(await stateOf()).toMatchObject({ folder, move: null });
    expect(await (await node.ask(path)).text()).toBe('there and back');
    if (folder !== dataDir) expect((await move(null)).status).toBe(200);
    await untilMoved();
  }
});

it('answers concurrent relocation requests without an error', { retry: 0 }, async () => {
  const folders = [join(outside, 'one'), join(outside, 'two'), null];
  const path = await store('asked for by many');
  for (let round = 0; round < 4; round += 1) {
    const asked = folders.flatMap((target) => [move(target), turnBack(), move(target)]);
    for (const answer of await Promise.all(asked)) {
      const text = await answer.text();
      expect([200, 409], text).toContain(answer.status);
      if (answer.status === 409) expect(JSON.parse(text)).toMatchObject({ code: 'folder_move_running' });
    }
    await store(`while it moves ${round}`);
    expect(await (await node.ask(path)).text()).toBe('asked for by many');
  }
  const { folder } = await untilMoved();
  await node.stop();
  node = await startTestNode({ dataDir });
  expect(await stateOf()).toMatchObject({ folder, move: null });
  expect(await (await node.ask(path)).text()).toBe('asked for by many');
});
