import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { getOverview, overview } from '../../../src/contract/dashboard-api/administration/monitoring.ts';
import { getContents, localUpload } from '../../../src/contract/dashboard-api/content.ts';
import { openDashboard } from '../../support/node/open-dashboard.ts';
import { expect, type LaunchedAlcove, test } from '../support/fixtures.ts';
import { standIn } from '../support/stand-ins.ts';
import { inEachView, take } from '../support/views.ts';
import { visit } from '../support/visit.ts';
import { quit, withRestarted } from './restarted-app.ts';

const answerFolderDialog = ({ app }: LaunchedAlcove, folder: string) =>
  app.evaluate(({ dialog }, path) => {
    dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [path] });
  }, folder);

async function store({ askLocal }: LaunchedAlcove, name: string): Promise<string> {
  const stored = await askLocal('/local/content', {
    method: 'POST',
    headers: { 'X-File-Name': Buffer.from(name).toString('base64') },
    body: name,
  });
  return localUpload.parse(await stored.json()).content.content_id;
}
const nodeOf = async ({ askLocal }: LaunchedAlcove) =>
  overview.parse(await (await askLocal('/local/overview')).json()).node;
const pictures = (page: Page, name: string) => inEachView(page, (view) => take(page, name, view, 'page'));

/** Backs up an app with one file, then ends it. */
async function lostNode(lost: LaunchedAlcove, disk: string) {
  const { page } = lost;
  const file = await store(lost, 'song.txt');
  await answerFolderDialog(lost, disk);
  await visit(page, 'Backup');
  const card = page.getByRole('region', { name: 'Full backup' });
  await card.getByRole('button', { name: 'Back up…' }).click();
  await expect(card.getByRole('status')).toContainText('Backup complete');
  const { public_key: publicKey } = await nodeOf(lost);
  await quit(lost);
  return { publicKey, file };
}

test('restores a full backup in a new app, and over an app in use, which loses nothing', {
  tag: '@story',
}, async ({ launchAlcove, temporaryFolder }) => {
  test.setTimeout(300_000);
  const disk = temporaryFolder();
  const { publicKey, file } = await lostNode(await launchAlcove(), disk);

  const fresh = await launchAlcove();
  const { page } = fresh;
  await expect(page.getByRole('region', { name: 'Moving from another computer?' })).toBeVisible();
  await pictures(page, 'restore-offered');
  await page.getByRole('link', { name: 'Moving from another computer?' }).press('Enter');
  await expect(page.getByRole('link', { name: 'Use full backup' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Restore a backup' })).toBeVisible();
  await pictures(page, 'restore-choose');
  const choose = page.getByRole('button', { name: 'Choose folder…' });
  await answerFolderDialog(fresh, temporaryFolder());
  await choose.click();
  await expect(page.getByRole('alert')).toContainText('holds no backup. Choose the folder');
  await pictures(page, 'restore-wrong-folder');
  await answerFolderDialog(fresh, disk);
  await choose.click();
  const found = page.getByRole('region', { name: 'Backup found' });
  await expect(found).toContainText(/Made .* with Alcove .*: 1 file, 8\sbytes\./);
  await expect(found).toContainText(publicKey);
  await expect(page.getByRole('region', { name: 'Before you restore' })).toContainText('unused new node');
  await pictures(page, 'restore-found');
  // Nothing has changed so far.
  expect(readdirSync(fresh.dataDir).filter((name) => name.includes('restore'))).toEqual([]);
  await page.getByRole('button', { name: 'Restore backup' }).click();
  await withRestarted(fresh, async () => {
    const ask = async () => (await openDashboard(fresh.dataDir)).local;
    const key = async () => (await (await ask()).call(getOverview, {})).node.public_key;
    await expect.poll(() => key().catch(() => undefined)).toBe(publicKey);
    const { items } = await (await ask()).call(getContents, { query: {} });
    expect(items.map(({ content_id: id }) => id)).toEqual([file]);
  });

  const used = await launchAlcove();
  const own = await store(used, 'mine.txt');
  const { public_key: present } = await nodeOf(used);
  await answerFolderDialog(used, disk);
  await visit(used.page, 'Backup');
  await pictures(used.page, 'restore-backup-page');
  await used.page.getByRole('link', { name: 'Restore a backup…' }).click();
  await used.page.getByRole('button', { name: 'Choose folder…' }).click();
  const next = used.page.getByRole('region', { name: 'Before you restore' });
  await expect(next).toContainText('Everything in Alcove now moves to a folder named before-restore');
  await pictures(used.page, 'restore-over-node-in-use');
  await used.page.getByRole('button', { name: 'Restore backup' }).click();
  await withRestarted(used, async () => {
    const key = async () => {
      const { local } = await openDashboard(used.dataDir);
      return (await local.call(getOverview, {})).node.public_key;
    };
    await expect.poll(() => key().catch(() => undefined)).toBe(publicKey);
  });
  const [kept = ''] = readdirSync(used.dataDir).filter((name) => name.startsWith('before-restore-'));
  const former = await launchAlcove({ dataDir: join(used.dataDir, kept) });
  expect((await nodeOf(former)).public_key).toBe(present);
  expect((await former.askLocal(`/local/content/${own}`)).status).toBe(200);
});

test('asks for the recovery file when another computer encrypted the key, and shows progress and failures', {
  tag: '@story',
}, async ({ launchAlcove, temporaryFolder }) => {
  test.setTimeout(300_000);
  const disk = temporaryFolder();
  await lostNode(await launchAlcove(), disk);
  const backup = join(disk, 'Alcove backup');
  const manifest = JSON.parse(readFileSync(join(backup, 'manifest.json'), 'utf8'));
  const secrets = join(backup, manifest.state, 'secrets');
  renameSync(join(secrets, 'node-secret'), join(secrets, 'node-secret.sealed'));
  const { 'secrets/node-secret': key, ...files } = manifest.files;
  const changed = { ...manifest, public_key: null, files: { ...files, 'secrets/node-secret.sealed': key } };
  writeFileSync(join(backup, 'manifest.json'), JSON.stringify(changed));

  const alcove = await launchAlcove();
  const { page, dashboardUrl } = alcove;
  await answerFolderDialog(alcove, backup);
  const find = async () => {
    await page.goto(`${dashboardUrl}/settings/backup/restore-backup`);
    await page.getByRole('button', { name: 'Choose folder…' }).click();
  };
  await find();
  await expect(page.getByRole('form', { name: 'Recovery file needed' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Restore backup' })).toBeDisabled();
  await pictures(page, 'restore-other-computer');

  writeFileSync(
    join(backup, 'manifest.json'),
    JSON.stringify({ ...changed, content_bytes: 2 ** 50, lacking: ['x'] }),
  );
  await find();
  await expect(page.getByRole('alert')).toContainText('Free some space, then choose the backup again.');
  await expect(page.getByRole('button', { name: 'Restore backup' })).toHaveCount(0);
  await pictures(page, 'restore-no-room');

  const running = {
    ...{ folder: backup, contents: 12_480, contents_done: 4_203 },
    ...{ bytes: 81_000_000_000, bytes_done: 32_500_000_000 },
  };
  const state = { possible: false, running, stopped: null, restarting: false };
  await standIn(page, { '/local/backup/restore': state });
  await expect(page.getByRole('progressbar', { name: 'Restore' })).toBeVisible();
  await pictures(page, 'restore-running');
  await standIn(page, { '/local/backup/restore': { ...state, running: null, restarting: true } });
  await expect(page.getByText('Alcove restarts now.')).toBeVisible();
  await pictures(page, 'restore-restarting');
  // For a restart that somebody declined because of unsaved work.
  await page.route('**/local/restart', (route) => route.abort());
  const asked = page.waitForRequest('**/local/restart');
  await page.getByRole('button', { name: 'Restart now' }).click();
  await asked;
  const message = { reason: 'backup.restoreUnreachable', params: { folder: backup } };
  const stopped = { ...state, possible: true, running: null, stopped: { folder: backup, message } };
  await standIn(page, { '/local/backup/restore': stopped });
  await expect(page.getByRole('alert')).toContainText('Nothing has changed. Connect its disk');
  await expect(page.getByRole('button', { name: 'Choose folder…' })).toBeFocused();
  await pictures(page, 'restore-failed');
});
