import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { truncateSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { controlClient } from '../../src/cli/control-client.ts';
import { parseContentId } from '../../src/core/content-id.ts';
import { pathOf } from '../platform/blobs/support/temporary-store.ts';
import { edit, store } from '../support/node/content-world.ts';
import { alcoveCli } from '../support/node/run-alcove.ts';
import { startTestNode, type TestNode } from '../support/node/start-test-node.ts';

let alcove: TestNode;
beforeAll(async () => {
  alcove = await startTestNode();
});
afterAll(() => alcove.stop());

/** A content whose file takes minutes to hash: a long sparse file. */
async function storeEndless(name: string): Promise<{ id: string; path: string }> {
  const id = await store(alcove, await alcove.token('storage:write'), name);
  const path = pathOf(alcove.dataDir, parseContentId(id).sha256);
  truncateSync(path, 500 * 1024 ** 3);
  return { id, path };
}

describe('a verification in a running node', () => {
  it('reports its progress and is logged', async () => {
    const id = await store(alcove, await alcove.token('storage:write'), 'some bytes');
    const before = (await edit(alcove, id, {})).verified_at;
    const events: object[] = [];
    const answer = await controlClient(alcove.dataDir).verify({
      onProgress: (progress) => events.push(progress),
    });
    expect(answer).toEqual({ verified: 1, damaged: [] });
    expect(events[0]).toEqual({ verified: 0, contents: 1 });
    const after = (await edit(alcove, id, {})).verified_at;
    expect(Date.parse(String(after))).toBeGreaterThan(Date.parse(String(before)));
  });

  it('ends at once with the command, in the middle of a file', async () => {
    const { path } = await storeEndless('one');
    const command = spawn(process.execPath, [alcoveCli, 'verify', '--data-dir', alcove.dataDir]);
    const gone = once(command, 'exit');
    const aborting = new AbortController();
    const verifying = controlClient(alcove.dataDir).verify({
      signal: aborting.signal,
      onProgress: () => aborting.abort(new Error('enough')),
    });
    await expect(verifying).rejects.toThrow('enough');
    command.kill('SIGINT');
    await gone;
    truncateSync(path, 3);
    expect((await controlClient(alcove.dataDir).verify()).damaged).toEqual([]);
  });

  it('fails when the node stops', async () => {
    await storeEndless('two');
    const started = Promise.withResolvers<void>();
    const verifying = controlClient(alcove.dataDir).verify({ onProgress: () => started.resolve() });
    const failure = expect(verifying).rejects.toThrow('The node stopped before all files were verified');
    await started.promise;
    await alcove.node.stop();
    await failure;
  });
});
