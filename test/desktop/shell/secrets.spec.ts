import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { backupState } from '../../../src/contract/dashboard-api/administration/backup.ts';
import { backupPreview } from '../../../src/contract/dashboard-api/administration/backup-restore.ts';
import { getOverview, overview } from '../../../src/contract/dashboard-api/administration/monitoring.ts';
import { openDashboard } from '../../support/node/open-dashboard.ts';
import { json } from '../../support/node/start-test-node.ts';
import { withRestarted } from '../dashboard/restarted-app.ts';
import { test as base, expect, type LaunchedAlcove } from '../support/fixtures.ts';
import { startSessionBus } from '../support/session-bus.ts';

const withoutKeyStore = ['--password-store=basic'];
const withKeyring = ['--password-store=gnome-libsecret'];

/**
 * A session bus and an unlocked GNOME keyring of its own, as environment variables of programs that use them.
 */
const test = base.extend<{ keyring: Record<string, string> }>({
  keyring: async ({ temporaryFolder }, use) => {
    const bus = await startSessionBus();
    const environment = { DBUS_SESSION_BUS_ADDRESS: bus.address, HOME: temporaryFolder() };
    const keyring = spawn('gnome-keyring-daemon', ['--foreground', '--unlock', '--components=secrets'], {
      env: { ...process.env, ...environment },
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    keyring.stdin.end('a password');
    await once(createInterface(keyring.stdout), 'line');
    await use(environment);
    keyring.kill();
    await bus.stop();
  },
});

async function quit({ process: child, exited }: LaunchedAlcove): Promise<void> {
  child.kill('SIGTERM');
  expect(await exited).toBe(0);
}

const hasKeyring = spawnSync('gnome-keyring-daemon', ['--version']).error === undefined;
test.skip(!hasKeyring, 'needs the Debian package gnome-keyring');

test('encrypts a key once a key store exists, keeps it, and never replaces it', { tag: '@story' }, async ({
  launchAlcove,
  spawnAlcove,
  temporaryFolder,
  keyring,
}) => {
  const dataDir = temporaryFolder();
  const secrets = join(dataDir, 'secrets');
  const state = async ({ askLocal }: LaunchedAlcove) =>
    overview.parse(await (await askLocal('/local/overview')).json());

  const unprotected = await launchAlcove({ dataDir, args: withoutKeyStore });
  const { public_key: publicKey } = (await state(unprotected)).node;
  const plain = readFileSync(join(secrets, 'node-secret'), 'utf8').trim();
  await quit(unprotected);

  const encrypted = await launchAlcove({ dataDir, args: withKeyring, environment: keyring });
  const { node, notices } = await state(encrypted);
  expect(node.public_key).toBe(publicKey);
  expect(notices.map(({ code }) => code)).not.toContain('key_unprotected');
  expect(readdirSync(secrets).sort()).toEqual(['node-secret.sealed']);
  const encryptedPath = join(secrets, 'node-secret.sealed');
  const written = readFileSync(encryptedPath, 'utf8');
  expect(written).not.toContain(plain);
  expect(statSync(encryptedPath).mode & 0o777).toBe(0o600);
  await quit(encrypted);

  const again = await launchAlcove({ dataDir, args: withKeyring, environment: keyring });
  expect((await state(again)).node.public_key).toBe(publicKey);
  await quit(again);

  const locked = await spawnAlcove({ dataDir, args: withoutKeyStore });
  // The app has to start first.
  await expect.poll(locked.errors).toContain('encrypted by the GNOME keyring and can’t be decrypted');
  expect(readFileSync(encryptedPath, 'utf8')).toBe(written);
  expect(readdirSync(secrets).sort()).toEqual(['node-secret.sealed']);
});

test('restores a backup whose key this computer encrypted, and knows one of another computer', {
  tag: '@story',
}, async ({ launchAlcove, temporaryFolder, keyring }) => {
  const disk = temporaryFolder();
  const encrypted = await launchAlcove({ args: withKeyring, environment: keyring });
  const selected = async ({ app, page }: LaunchedAlcove) => {
    await app.evaluate(({ dialog }, path) => {
      dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [path] });
    }, disk);
    return page.evaluate(() => window.alcove?.invoke('backup.chooseFolder', undefined));
  };
  const post = ({ askLocal }: LaunchedAlcove, path: string, body: object) =>
    askLocal(path, { method: 'POST', ...json(body) });
  const backup = async () => backupState.parse(await (await encrypted.askLocal('/local/backup')).json());
  const keyIn = async (alcove: LaunchedAlcove) => {
    const found = await post(alcove, '/local/backup/restore/preview', { from: await selected(alcove) });
    return backupPreview.parse(await found.json());
  };

  await post(encrypted, '/local/backup', { to: await selected(encrypted) });
  await expect.poll(async () => (await backup()).last?.key_in_key_store).toBe(true);
  const { public_key: publicKey } = overview.parse(
    await (await encrypted.askLocal('/local/overview')).json(),
  ).node;
  expect(await keyIn(encrypted)).toMatchObject({ key: 'this_computer', public_key: publicKey });
  await quit(encrypted);

  const fresh = await launchAlcove({ args: withKeyring, environment: keyring });
  await post(fresh, '/local/backup/restore', { from: await selected(fresh) });
  await withRestarted(fresh, async () => {
    const key = async () => {
      const { local } = await openDashboard(fresh.dataDir);
      return (await local.call(getOverview, {})).node.public_key;
    };
    await expect.poll(() => key().catch(() => undefined)).toBe(publicKey);
  });
  expect(readdirSync(join(fresh.dataDir, 'secrets'))).toEqual(['node-secret.sealed']);

  const other = await launchAlcove({ args: withoutKeyStore });
  expect(await keyIn(other)).toMatchObject({ key: 'other_computer', public_key: publicKey });
});
