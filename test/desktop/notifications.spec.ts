import { spawnSync } from 'node:child_process';
import { test as base, expect } from './fixtures.ts';
import { type LinuxDesktop, startLinuxDesktop } from './linux-desktop.ts';

const test = base.extend<{ desktop: LinuxDesktop }>({
  desktop: async ({}, use) => {
    const desktop = await startLinuxDesktop({ tray: false });
    await use(desktop);
    await desktop.stop();
  },
});
test.skip(process.platform !== 'linux' || spawnSync('dbus-daemon', ['--version']).error !== undefined);

test('a nearly full disk is told; a click shows the storage', async ({ launchAlcove, desktop }) => {
  const { page, dashboardUrl } = await launchAlcove({
    environment: desktop.environment,
    args: ['--set', 'storage.free_space_floor_bytes=1000000000000000'],
  });
  await expect
    .poll(() => desktop.notifications, { timeout: 15_000 })
    .toMatchObject([{ title: 'The disk is nearly full' }]);
  desktop.clickNotification(1);
  await expect(page).toHaveURL(`${dashboardUrl}/storage`);
});
