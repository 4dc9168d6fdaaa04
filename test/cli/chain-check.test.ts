import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ChainCheck } from '../../src/contract/dashboard-api/administration/chain-check.ts';
import { startTestnet, type Testnet } from '../support/http/testnet.ts';
import { runAlcove, type ServingNode, serveNode } from '../support/node/run-alcove.ts';
import { temporaryFolder } from '../support/node/start-test-node.ts';
import { longIt } from '../support/random-runs.ts';

const root = temporaryFolder();
const slow = { timeout: 120_000 };
let testnet: Testnet;
beforeAll(async () => {
  testnet = await startTestnet();
});
afterAll(async () => {
  await testnet.stop();
  rmSync(root, { recursive: true, force: true });
});

describe('alcove chain check', () => {
  it('reports that no node runs, and that a node follows no chain', slow, async () => {
    const dataDir = join(root, 'off');
    const node = await serveNode(dataDir);
    const check = () => runAlcove('chain', 'check', '--data-dir', dataDir);
    expect(await check()).toMatchObject({ code: 1, stderr: expect.stringContaining('follows no chain') });
    await node.end();
    expect(await check()).toMatchObject({ code: 1, stderr: expect.stringContaining('No node is running') });
  });

  it('names a service of another network', slow, async () => {
    const dataDir = join(root, 'wrong');
    const node = await serveNode(
      dataDir,
      ...['--set', 'chain.network=testnet', '--set', `chain.endpoint=${testnet.otherNetwork}`],
    );
    const { code, stdout } = await runAlcove('chain', 'check', '--data-dir', dataDir);
    expect(code).toBe(1);
    expect(stdout).toMatch(/^FAILED {2}Chain service 127\.0\.0\.1:\d+: .* belongs to another network/);
    expect(stdout).toMatch(/\n-\s+Network fees: Not checked, because no chain service answers\.\n/);
    expect(stdout).toMatch(/This node cannot sell and buy on testnet yet\.\n$/);
    await node.end();
  });
});

describe('the change to another network', () => {
  const dataDir = join(root, 'live');
  const alcove = (...words: string[]) => runAlcove('chain', ...words, '--data-dir', dataDir);
  const checked = async () => JSON.parse((await alcove('check', '--json')).stdout) as ChainCheck;
  const findingOf = ({ checks }: ChainCheck, id: string) =>
    checks.find((check) => check.id === id || check.id.startsWith(`${id}:`));
  let node: ServingNode;
  beforeAll(async () => {
    const settings = ['--set', 'chain.network=testnet', '--set', `chain.endpoint=${testnet.endpoint}`];
    node = await serveNode(dataDir, ...settings);
  });
  afterAll(() => node.end());

  it('requires money and a platform, shows its price, and never pays it without an order', slow, async () => {
    const check = await checked();
    expect(check).toMatchObject({ network: 'testnet', ready: false, platform_need: 'deployment' });
    expect(findingOf(check, 'service')).toMatchObject({ result: 'ok' });
    expect(findingOf(check, 'platform')).toMatchObject({
      result: 'warning',
      detail: { reason: 'chainCheck.platformMissing', params: { deposit: '100000000' } },
    });
    expect(findingOf(check, 'wallet')?.detail).toMatchObject({ reason: 'chainCheck.walletEmpty' });
    const { address } = findingOf(check, 'wallet')?.remedy?.params as { address: string };
    expect(await alcove('deploy-platform', '--yes')).toMatchObject({
      ...{ code: 1, stderr: expect.stringContaining('Add money to the wallet first') },
    });

    await testnet.faucet(address, 1_000_000_000n);
    const asked = await alcove('deploy-platform');
    expect(asked).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/needs at most 0\.1\d+ GRAM/),
    });
    expect(asked.stderr).toContain('Nothing was sent. Add --yes.');
    expect(findingOf(await checked(), 'wallet')?.detail).toMatchObject({
      reason: 'chainCheck.walletSufficesToo',
      params: { balance: '1000000000' },
    });
  });

  longIt('is possible once the owner has paid for the platform', slow, async () => {
    expect(await alcove('deploy-platform', '--yes')).toMatchObject({
      ...{ code: 0, stdout: 'Sent. To see when it is done: alcove chain check\n' },
    });
    await expect.poll(async () => (await checked()).ready, { timeout: 120_000, interval: 2000 }).toBe(true);
    const check = await alcove('check');
    expect(check.code).toBe(0);
    expect(check.stdout).toMatch(
      /^ok {6}Store: Your Store \S{48} is on the chain and verified, generation 1\.$/m,
    );
    expect(check.stdout).toMatch(/This node can sell and buy on testnet\.\n$/);
    const again = await alcove('deploy-platform', '--yes', '--json');
    expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('up to date') });
  });
});
