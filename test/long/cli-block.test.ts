import { rmSync } from 'node:fs';
import { afterAll, expect, it } from 'vitest';
import { runAlcove, serveNode } from '../support/node/run-alcove.ts';
import { temporaryFolder } from '../support/node/start-test-node.ts';

const dataDir = temporaryFolder();
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const alcove = (...args: string[]) => runAlcove(...args, '--data-dir', dataDir);

it('blocks, lists and unblocks: on a running node, and on a stopped one', async () => {
  expect((await alcove('blocked')).stderr).toContain('no Alcove data');
  const token = (await alcove('token', 'create')).stdout.trim();
  let serving = await serveNode(dataDir);
  const upload = () =>
    fetch(`${serving.ready.node_url}/api/v1/storage`, {
      method: 'POST',
      body: 'not for here',
      headers: { Authorization: token },
    });
  const get = (contentId: string) => fetch(`${serving.ready.node_url}/api/v1/storage/${contentId}`);
  const { content_id: id, content_sha256: hex } = (await (await upload()).json()) as Record<string, string>;
  if (!id || !hex) throw new Error('not stored');

  expect((await alcove('blocked')).stdout).toBe('Nothing is blocked.\n');
  const blocked = await alcove('block', hex, '--reason', 'spam');
  expect(blocked).toMatchObject({ code: 0, stdout: `Blocked ${id}.\n` });
  expect((await get(id)).status).toBe(410);
  expect((await upload()).status).toBe(410);
  expect((await alcove('blocked')).stdout).toMatch(new RegExp(`^${id}  \\S+Z  spam\n$`));
  await serving.end();

  expect(JSON.parse((await alcove('blocked', '--json')).stdout)).toEqual({
    blocked: [{ content_id: id, reason: 'spam', blocked_at: expect.any(String) }],
  });
  expect((await alcove('unblock', id)).code).toBe(0);
  const again = await alcove('unblock', id);
  expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('was not blocked') });
  expect(await alcove('block', 'nothing')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('content id'),
  });

  serving = await serveNode(dataDir);
  expect((await upload()).status).toBe(201);
  await serving.end();
  expect(JSON.parse((await alcove('block', id, '--json')).stdout)).toMatchObject({
    content_id: id,
    reason: '',
  });
  serving = await serveNode(dataDir);
  expect((await get(id)).status).toBe(410);
  expect(await serving.end()).toBe(0);
});
