import { spawnSync } from 'node:child_process';
import { test as base, expect } from '../support/fixtures.ts';
import { type LinuxDesktop, startLinuxDesktop } from '../support/linux-desktop.ts';

const test = base.extend<{ desktop: LinuxDesktop }>({
  desktop: async ({}, use) => {
    const desktop = await startLinuxDesktop({ tray: false });
    await use(desktop);
    await desktop.stop();
  },
});
test.skip(
  process.platform !== 'linux' || spawnSync('dbus-daemon', ['--version']).error !== undefined,
  'needs Linux and the Debian package dbus',
);

const shown = ({ notifications }: LinuxDesktop) => notifications.map(({ title, body }) => [title, body]);
const post = (value: unknown) => ({
  method: 'POST',
  body: JSON.stringify(value),
  headers: { 'Content-Type': 'application/json' },
});

test('notifies of a nearly full disk, which a click opens, of an unreachable peer, and once of several', async ({
  launchAlcove,
  desktop,
}) => {
  const { page, dashboardUrl, askLocal } = await launchAlcove({
    environment: desktop.environment,
    args: ['--set', 'storage.free_space_floor_bytes=1000000000000000'],
  });
  await expect.poll(() => desktop.notifications).toMatchObject([{ title: 'Disk nearly full' }]);
  desktop.clickNotification(1);
  await expect(page).toHaveURL(`${dashboardUrl}/node/storage`);

  const hostOf = (port: number) => `http://127.0.0.1:${port}`;
  /** The notifications after repeated failures. */
  const shownAfterFailures = (ports: number[]) => async () => {
    for (const port of ports) await askLocal('/local/peers/retry', post({ host: hostOf(port) }));
    return shown(desktop).slice(1);
  };
  const cannotReach = async (ports: number[]) => {
    for (const port of ports) await askLocal('/local/peers', post({ url: hostOf(port) }));
  };
  const one = ['Peer unreachable', '127.0.0.1:9 doesn’t answer. Alcove tries again automatically.'];
  await cannotReach([9]);
  await expect.poll(shownAfterFailures([9])).toEqual([one]);

  const several = ['Problems with peers', '3 peers have problems.'];
  await cannotReach([10, 11, 12]);
  await expect.poll(shownAfterFailures([10, 11, 12])).toEqual([one, several]);
});
