import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '../support/fixtures.ts';

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test('ends the practice node with the app, even when the app is killed', { tag: '@story' }, async ({
  launchAlcove,
}) => {
  const { app, process: child, askLocal } = await launchAlcove({ args: ['--practice'] });
  const practicePid = () =>
    app.evaluate(
      ({ app: shell }) => shell.getAppMetrics().find(({ name }) => name === 'Alcove practice node')?.pid,
    );
  const peers = async () =>
    ((await (await askLocal('/local/peers')).json()) as { peers: { host: string; state: string }[] }).peers;
  await expect.poll(async () => (await peers()).map(({ state }) => state)).toEqual(['compatible']);
  // It has accepted a sign-in of this node, so that sharing works at once.
  const ways = async () => {
    const { hosts } = (await (await askLocal('/local/share-hosts')).json()) as {
      hosts: { signed_in: { way: string } | null }[];
    };
    return hosts.map(({ signed_in }) => signed_in?.way);
  };
  await expect.poll(ways).toEqual(['practice']);
  const pid = await practicePid();
  expect(pid).toBeDefined();
  const [practice] = await peers();

  child.kill('SIGKILL');
  await expect.poll(() => isAlive(pid as number)).toBe(false);
  await expect(fetch(`${practice?.host}/api/v1/network.info`)).rejects.toThrow();
});

test('restarts a killed practice node, and ends it on quit', { tag: '@story' }, async ({ launchAlcove }) => {
  const { app, dataDir, process: child, exited, askLocal } = await launchAlcove();
  const pidFile = join(dataDir, 'practice/alcove.pid');
  const practicePid = () =>
    app.evaluate(
      ({ app: shell }) => shell.getAppMetrics().find(({ name }) => name === 'Alcove practice node')?.pid,
    );
  expect((await askLocal('/local/practice', { method: 'POST' })).status).toBe(200);
  const first = (await practicePid()) as number;
  process.kill(first, 'SIGKILL');
  await expect.poll(practicePid).not.toBe(first);
  await expect.poll(practicePid).toBeDefined();
  const second = (await practicePid()) as number;
  // Responds when the restarted node is ready.
  expect((await askLocal('/local/practice', { method: 'POST' })).status).toBe(200);

  expect(existsSync(pidFile)).toBe(true);
  child.kill('SIGTERM');
  expect(await exited).toBe(0);
  expect(existsSync(pidFile)).toBe(false);
  // The system may take a moment to remove an ended process.
  await expect.poll(() => isAlive(second)).toBe(false);
});
