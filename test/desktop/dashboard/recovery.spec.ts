import { createHash } from 'node:crypto';
import { readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { getOverview, overview } from '../../../src/contract/dashboard-api/administration/monitoring.ts';
import { FileSecretStore } from '../../../src/core/data-folder/secrets.ts';
import { AgeIdentity } from '../../../src/crypto/age/keys/x25519.ts';
import { SecretBox } from '../../../src/crypto/secret-box.ts';
import { openDatabase } from '../../../src/platform/sqlite/open-database.ts';
import { openDashboard } from '../../support/node/open-dashboard.ts';
import { json } from '../../support/node/start-test-node.ts';
import { lightRecovery, recoveryOf } from '../../support/recovery-files.ts';
import { noise } from '../support/accessibility.ts';
import { expect, test } from '../support/fixtures.ts';
import { visit } from '../support/visit.ts';
import { quit, withRestarted } from './restarted-app.ts';

const passphrase = 'nine ravens over the bridge';

const secretStoreOf = (dataDir: string) =>
  new SecretBox(new FileSecretStore(dataDir).load() as Buffer, 'content-key');

/** The stored part of a purchase: the encrypted key of a content. */
function keepKey(dataDir: string, key: string): void {
  const db = openDatabase(join(dataDir, 'alcove.db'));
  const hash = createHash('sha256').update(key).digest();
  db.prepare(
    `INSERT INTO content_keys (sealed_sha256, plain_sha256, plain_size, content_type, key, key_hash, origin, created_at)
     VALUES (?, NULL, 1, 'audio/mpeg', ?, ?, 'delivery', 1)`,
  ).run(Buffer.alloc(32, 7), secretStoreOf(dataDir).encrypt(key), hash);
  db.close();
}

function keptKey(dataDir: string): string | undefined {
  const db = openDatabase(join(dataDir, 'alcove.db'));
  const row = db.prepare('SELECT key FROM content_keys').get() as { key: Buffer } | undefined;
  db.close();
  return row && secretStoreOf(dataDir).decrypt(row.key);
}

async function choose(page: Page, button: string, file: string): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: button }).click();
  await (await chooser).setFiles(file);
}

test('restores the node of a recovery file in another, unused app', {
  tag: '@story',
}, async ({ launchAlcove, temporaryFolder }) => {
  const file = join(temporaryFolder(), 'alcove.recovery');
  const foreign = join(temporaryFolder(), 'other.recovery');
  const other = recoveryOf();
  writeFileSync(foreign, await lightRecovery(other, passphrase));
  const lost = await launchAlcove();
  const { page } = lost;
  const key = AgeIdentity.generate().secretKey();
  keepKey(lost.dataDir, key);
  const before = overview.parse(await (await lost.askLocal('/local/overview')).json());

  await visit(page, 'Backup');
  const card = page.getByRole('region', { name: 'Recovery file' });
  await expect(card).toContainText('No recovery file yet.');
  await card.getByRole('button', { name: 'Make recovery file…' }).click();
  const save = card.getByRole('button', { name: 'Download file' });
  await card.getByLabel('Passphrase', { exact: true }).fill('short');
  await expect(card).toContainText('Too short');
  await expect(save).toBeDisabled();
  await card.getByLabel('Passphrase', { exact: true }).fill(passphrase);
  await card.getByLabel('Repeat passphrase').fill('nine ravens over a bridge');
  await expect(card).toContainText('Passphrases differ.');
  await card.getByLabel('Repeat passphrase').fill(passphrase);
  await lost.app.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = async () => ({ canceled: false, filePath });
  }, file);
  await save.click();
  await expect(card).toContainText(/Last made .*Not tested yet\./);
  expect(statSync(file).mode & 0o777).toBe(0o600);

  await lost.askLocal('/local/blocked', {
    method: 'POST',
    ...json({ content_id: 'a'.repeat(64), reason: 'A complaint' }),
  });
  await visit(page, 'Home');
  await expect(page.getByRole('region', { name: 'Moving from another computer?' })).toHaveCount(0);
  await visit(page, 'Backup');
  await expect(card.getByRole('status')).toContainText('Added or changed since then: 1 blocked file.');

  await card.getByRole('button', { name: 'Test recovery file…' }).click();
  await choose(page, 'Recovery file', foreign);
  await card.getByLabel('Passphrase').fill('nine ravens over the ridge');
  await card.getByRole('button', { name: 'Test file', exact: true }).click();
  await expect(card.getByRole('alert')).toContainText('doesn’t open the file');
  await card.getByLabel('Passphrase').fill(passphrase);
  await card.getByLabel('Passphrase').press('Enter');
  await expect(
    card.getByRole('status').filter({ hasText: 'The file belongs to another node' }),
  ).toBeVisible();
  await choose(page, 'Recovery file', file);
  await card.getByLabel('Passphrase').press('Enter');
  await expect(card.getByRole('status').filter({ hasText: 'Test passed' })).toContainText('1 key to a file');
  expect(await page.evaluate(noise)).toEqual([]);
  await expect(card).toContainText(': passed');
  await quit(lost);
  rmSync(lost.dataDir, { recursive: true });

  const dataDir = temporaryFolder();
  const fresh = await launchAlcove({ dataDir });
  const { page: second } = fresh;
  const { node: unused } = overview.parse(await (await fresh.askLocal('/local/overview')).json());
  await second
    .getByRole('region', { name: 'Moving from another computer?' })
    .getByRole('link', { name: 'Use recovery file' })
    .click();
  await expect(second.getByRole('heading', { name: 'Restore your node' })).toBeVisible();
  await choose(second, 'Recovery file', foreign);
  await second.getByLabel('Passphrase').fill('nine ravens over the ridge');
  await second.getByRole('button', { name: 'Open file' }).click();
  await expect(second.getByRole('alert')).toContainText('doesn’t open the file');
  await second.getByLabel('Passphrase').fill(passphrase);
  await second.getByLabel('Passphrase').press('Enter');
  const found = second.getByRole('region', { name: 'Ready to restore' });
  await expect(found).toContainText(other.node.public_key);
  await second.getByRole('button', { name: 'Choose another file' }).click();
  expect(overview.parse(await (await fresh.askLocal('/local/overview')).json()).node).toEqual(unused);
  await choose(second, 'Recovery file', file);
  await second.getByLabel('Passphrase').fill(passphrase);
  await second.getByRole('button', { name: 'Open file' }).click();
  await expect(found).toContainText(before.node.public_key);
  await expect(found).toContainText('1 key to a file');
  await second.getByRole('button', { name: 'Restore node' }).click();
  await withRestarted(fresh, async () => {
    const ask = async () => {
      const { local } = await openDashboard(dataDir);
      return local.call(getOverview, {});
    };
    const state = () => ask().catch(() => undefined);
    await expect.poll(async () => (await state())?.node.public_key).toBe(before.node.public_key);
    const after = await ask();
    expect(after.node.node_address).toBe(before.node.node_address);
    expect(after.may_restore).toBe(false);
    const aside = readdirSync(dataDir).filter((name) => name.startsWith('before-restore-'));
    expect(aside).toHaveLength(1);
    expect(after.notices.find(({ code }) => code === 'node_restored')?.message).toMatchObject({
      params: { folder: expect.stringContaining(`${aside}`) },
    });
    expect(keptKey(dataDir)).toEqual(key);
  });
});
