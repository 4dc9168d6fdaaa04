import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type LaunchedAlcove, sharedAlcove, test } from '../support/fixtures.ts';
import { visit } from '../support/visit.ts';

const given = sharedAlcove();

const answerFolderDialog = ({ app }: LaunchedAlcove, folder: string | undefined) =>
  app.evaluate(({ dialog }, path) => {
    dialog.showOpenDialog = async () => ({ canceled: path === undefined, filePaths: path ? [path] : [] });
  }, folder);

test('backs up files to a folder of the system’s dialog, by keyboard', async ({ temporaryFolder }) => {
  const alcove = given();
  const { page, askLocal, dataDir } = alcove;
  const stored = await askLocal('/local/content', {
    method: 'POST',
    headers: { 'X-File-Name': Buffer.from('song.txt').toString('base64') },
    body: 'a song',
  });
  expect(stored.ok).toBe(true);
  const disk = temporaryFolder();
  await visit(page, 'Backup');
  const card = page.getByRole('region', { name: 'Full backup' });
  await expect(card.getByRole('status')).toHaveText('No backup yet.');

  await answerFolderDialog(alcove, undefined);
  await card.getByRole('button', { name: 'Back up…' }).click();
  await expect(card.getByRole('button', { name: 'Back up…' })).toBeEnabled();

  await answerFolderDialog(alcove, disk);
  await card.getByRole('button', { name: 'Back up…' }).focus();
  await page.keyboard.press('Enter');
  await expect(card.getByRole('status')).toHaveText('Backup complete: 1 file, 6 bytes');
  await expect(card).toContainText(/Last backup (just now|.+ ago): 1 file, 6\sbytes\. 1 new file was copied/);
  await expect(card).toContainText(`In ${join(disk, 'Alcove backup')}`);
  await expect(card.getByRole('button', { name: 'Back up again' })).toBeFocused();
  const manifest = JSON.parse(readFileSync(join(disk, 'Alcove backup', 'manifest.json'), 'utf8'));
  expect(manifest.contents).toBe(1);

  await answerFolderDialog(alcove, dataDir);
  await card.getByRole('button', { name: 'Other folder…' }).click();
  await expect(card.getByRole('alert')).toContainText('Choose a folder elsewhere');
  expect(existsSync(join(dataDir, 'Alcove backup'))).toBe(false);
});
