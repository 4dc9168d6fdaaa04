import { afterEach, expect, it } from 'vitest';
import type { SettingsInput } from '../../src/contract/settings.ts';
import { json, startTestNode, type TestNode, temporaryFolder } from '../start-test-node.ts';

let node: TestNode | undefined;
afterEach(() => node?.stop());

const change = (edit: object) => node?.askLocal('/local/settings', { method: 'PATCH', ...json(edit) });
const settings = async () => (await node?.askLocal('/local/settings'))?.json();

async function start(options: { dataDir?: string; settings?: SettingsInput } = {}): Promise<void> {
  node = await startTestNode(options);
}

it('changes settings while the node runs, for good', async () => {
  const dataDir = temporaryFolder();
  await start({ dataDir });
  expect(await settings()).toMatchObject({
    network: { paused: false, down_bytes_per_s: null },
    storage: { quota_bytes: null },
  });
  const answer = await change({ network: { paused: true, down_bytes_per_s: 100_000 } });
  expect(await answer?.json()).toMatchObject({
    network: { paused: true, down_bytes_per_s: 100_000, pause_on_metered: true },
  });
  await node?.stop();
  await start({ dataDir });
  expect(await settings()).toMatchObject({ network: { paused: true, down_bytes_per_s: 100_000 } });
  await change({ network: { down_bytes_per_s: null } });
  expect(await settings()).toMatchObject({ network: { paused: true, down_bytes_per_s: null } });
});

it('says of what is fixed elsewhere that it cannot be changed, and changes nothing', async () => {
  await start({ settings: { network: { paused: false } } });
  const answer = await change({ network: { paused: true, up_bytes_per_s: 5000 } });
  expect(answer?.status).toBe(400);
  expect(await answer?.json()).toMatchObject({
    code: 'invalid_request',
    errors: [{ path: 'body.network.paused' }],
  });
  expect(await settings()).toMatchObject({ network: { paused: false, up_bytes_per_s: null } });
});

it('refuses values that no setting has', async () => {
  await start();
  for (const edit of [
    { network: { up_bytes_per_s: -1 } },
    { storage: { copies_bytes: 'much' } },
    { storage: { check_days: 0 } },
  ]) {
    expect((await change(edit))?.status).toBe(400);
  }
});
