import { collectionDetails } from '../../../src/contract/dashboard-api/library/collections.ts';
import { json } from '../../support/node/start-test-node.ts';
import { expect, type LaunchedAlcove, sharedAlcove, test } from '../support/fixtures.ts';
import { inEachView, take } from '../support/views.ts';
import { visit } from '../support/visit.ts';

const given = sharedAlcove({ startsEmpty: true });

/** Creates an album with a song. */
async function makeAlbum({ askLocal }: LaunchedAlcove, title: string): Promise<void> {
  const post = async (path: string, body: object) =>
    (await askLocal(path, { method: 'POST', ...json(body) })).json();
  const { id } = collectionDetails.parse(await post('/local/collections', { kind: 'album', title }));
  const headers = {
    'Content-Type': 'audio/mpeg',
    'X-File-Name': Buffer.from('slack-water.mp3').toString('base64'),
  };
  await askLocal('/local/content', { method: 'POST', headers, body: title });
  const { content_ids: ids } = await (await askLocal('/local/content-ids')).json();
  const entries = (ids as string[]).map((one) => ({ content_id: one }));
  await post(`/local/collections/${id}/entries`, { entries });
}

test('deletes a collection without a question, and restores it by Undo or from the trash', async () => {
  const alcove = given();
  const { page } = alcove;
  await makeAlbum(alcove, 'Harbour');
  await visit(page, 'Collections');
  const album = page.getByRole('list', { name: 'Collections' }).getByRole('link', { name: /^Harbour/ });
  const remove = async () => {
    await album.click();
    await page.getByRole('button', { name: 'Actions for Harbour' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Delete' }).press('Enter');
    await expect(page.getByText('“Harbour” moved to Trash. Its files stay in Library.')).toBeVisible();
    await expect(page.getByText('Create your first collection')).toBeVisible();
  };
  await remove();
  const undo = page.getByRole('button', { name: 'Undo' });
  await undo.press('Enter');
  await expect(album).toBeVisible();
  await expect(undo).toHaveCount(0);

  await remove();
  await visit(page, 'Trash');
  const trash = page.getByRole('table', { name: 'Collections in Trash' });
  await expect(trash).toContainText('30 days left');
  await expect(undo).toHaveCount(0);
  await inEachView(page, (view) => take(page, 'deleted-collection', view, 'page'));
  await trash.getByRole('button', { name: 'Restore Harbour' }).press('Enter');
  await expect(page.getByText('Trash is empty')).toBeVisible();
  await visit(page, 'Collections');
  await remove();
  await visit(page, 'Trash');
  await page.getByRole('button', { name: 'Empty Trash' }).press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete for ever' }).press('Enter');
  await expect(page.getByText('Trash is empty')).toBeVisible();
  await visit(page, 'Library');
  await expect(page.getByRole('table', { name: 'Your files' })).toContainText('slack-water');
});

test('counts deleted collections in the tab of the trash, and lists more than a hundred', async () => {
  const { page, askLocal } = given();
  for (let number = 0; number <= 100; number++) {
    const body = json({ kind: 'folder', title: `Folder ${number}` });
    const made = await askLocal('/local/collections', { method: 'POST', ...body });
    const { id } = collectionDetails.parse(await made.json());
    await askLocal(`/local/collections/${id}`, { method: 'DELETE' });
  }
  await visit(page, 'Trash');
  const tabs = page.getByRole('navigation', { name: 'Library' });
  await expect(tabs.getByRole('link', { name: 'Trash 101' })).toBeVisible();
  const trash = page.getByRole('table', { name: 'Collections in Trash' });
  await expect(trash).toContainText('Folder 100');
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await expect(trash.getByRole('button', { name: 'Restore Folder 0' })).toBeVisible();
});

test('shows all tabs of the library on a tablet in Russian', { tag: '@story' }, async () => {
  const { page, dashboardUrl, ...alcove } = given();
  await makeAlbum({ page, dashboardUrl, ...alcove }, 'Harbour');
  await page.setViewportSize({ width: 768, height: 1024 });
  await page.goto(dashboardUrl);
  await page.evaluate(() => window.alcove?.invoke('preferences.set', { language: 'ru' }));
  await page.goto(`${dashboardUrl}/library`);
  const tabs = page.getByRole('navigation', { name: 'Библиотека' });
  await expect(tabs.getByRole('link', { name: /^Музыка 1/ })).toBeVisible();
  await expect(tabs.getByRole('link', { name: 'Корзина' })).toBeInViewport({ ratio: 0.99 });
  await take(page, 'tablet-ru-library', 'dark', 'page');
  await page.evaluate(() => window.alcove?.invoke('preferences.set', { language: 'en' }));
});
