import type { Page } from '@playwright/test';
import { type LocalContent, localContent, localUpload } from '../../../src/contract/dashboard-api/content.ts';
import { json } from '../../support/node/start-test-node.ts';
import { expect, type LaunchedAlcove, sharedAlcove, test } from '../support/fixtures.ts';
import { menuItem } from '../support/menu.ts';
import { visit } from '../support/visit.ts';

const given = sharedAlcove();

async function store({ askLocal }: LaunchedAlcove, name: string): Promise<LocalContent> {
  const response = await askLocal('/local/content', {
    method: 'POST',
    body: Buffer.from(`the bytes of ${name}`),
    headers: { 'X-File-Name': Buffer.from(name).toString('base64') },
  });
  return localUpload.parse(await response.json()).content;
}

const open = (page: Page) => visit(page, 'Library');

async function choose(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await (await menuItem(page, action)).click();
}

// The library is empty only at the start.
test('removes a blocked file and refuses it until it is unblocked', async () => {
  const alcove = given();
  const { page } = alcove;
  const { content_url, content_id } = await store(alcove, 'unwanted.txt');
  await open(page);
  await choose(page, 'unwanted.txt', 'Block…');
  await page.getByRole('dialog').getByRole('textbox', { name: 'Reason' }).fill('Not ours');
  await page.getByRole('dialog').getByRole('button', { name: 'Block file' }).click();
  await expect(page.getByText('Add your first file')).toBeVisible();
  expect((await fetch(content_url)).status).toBe(410);
  await page.getByLabel('Add files').setInputFiles({
    name: 'again.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('the bytes of unwanted.txt'),
  });
  await expect(page.getByRole('alert')).toContainText('You have blocked this file');

  await visit(page, 'Privacy');
  const list = page.getByRole('list', { name: 'Blocked files' });
  await expect(list).toContainText(content_id);
  await expect(list).toContainText('Not ours');
  await list.getByRole('button', { name: /^Unblock/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Unblock file' }).click();
  await expect(page.getByText('No blocked files')).toBeVisible();
  await store(alcove, 'unwanted.txt');
  expect((await fetch(content_url)).status).toBe(200);
});

test('shows changes of an item on its open page, whose entry of the navigation is marked', async () => {
  const { page, dashboardUrl, askLocal } = given();
  const { content_id } = await store(given(), 'quiet_lane.txt');
  await page.goto(`${dashboardUrl}/item/${content_id}`);
  const library = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Library' });
  await expect(library).toHaveAttribute('aria-current', 'true');
  for (const title of ['A quiet lane', 'A quieter lane']) {
    await askLocal(`/local/content/${content_id}`, { method: 'PATCH', ...json({ title }) });
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  }
});

test('names no action of the buttons of an item again in the menu beside them', async () => {
  const { page, dashboardUrl } = given();
  const { content_id } = await store(given(), 'beside.txt');
  await page.goto(`${dashboardUrl}/item/${content_id}`);
  for (const name of ['Share…', 'Download…']) {
    await expect(page.getByRole('main').getByRole('button', { name, exact: true })).toBeVisible();
  }
  await page.getByRole('button', { name: 'Actions for beside.txt' }).click();
  await expect(await menuItem(page, 'Copy content id')).toBeVisible();
  const names = await page.getByRole('menuitem').allTextContents();
  expect(names).toEqual(expect.arrayContaining(['Add to collection…', 'Delete', 'Edit…']));
  for (const name of ['Open', 'Share…', 'Download…']) expect(names).not.toContain(name);
});

test('edits the details of a file, uploads a cover, and publishes the file', async () => {
  const alcove = given();
  const { page, nodeUrl, askLocal } = alcove;
  const { content_id } = await store(alcove, 'summer_nights.txt');
  const icon = Buffer.from(await (await fetch(`${nodeUrl}/api/icon.png`)).arrayBuffer());
  await open(page);
  await choose(page, 'summer_nights.txt', 'Edit…');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Title' }).fill('Nights in the garden');
  await dialog.getByRole('textbox', { name: 'Description' }).fill('Recorded in July.\nIn two parts.');
  for (const [field, words] of [
    ['Authors', ['Ada', 'Grace']],
    ['Hashtags', ['#live', 'summer']],
  ] as const) {
    for (const word of words) {
      await dialog.getByRole('combobox', { name: field }).fill(word);
      await page.keyboard.press('Enter');
    }
  }
  await dialog
    .getByLabel('Cover image')
    .setInputFiles({ name: 'cover.png', mimeType: 'image/png', buffer: icon });
  await expect(dialog.getByRole('combobox', { name: 'Cover' })).toHaveValue('cover.png');
  await dialog.getByRole('switch', { name: 'Public' }).check({ force: true });
  await expect(dialog.getByText('Anyone who can reach this node finds it')).toBeVisible();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();

  const row = page.getByRole('row', { name: /Nights in the garden/ });
  await expect(row).toContainText('summer_nights.txt');
  await expect(row).toContainText('Public');
  const after = localContent.parse(await (await askLocal(`/local/content/${content_id}`)).json());
  expect(after).toMatchObject({
    title: 'Nights in the garden',
    description: 'Recorded in July.\nIn two parts.',
    authors: ['Ada', 'Grace'],
    hashtags: ['live', 'summer'],
    published: true,
  });
  const cover = Buffer.from(
    await (await fetch(new URL(after.cover_url ?? '', alcove.dashboardUrl))).arrayBuffer(),
  );
  expect(cover.equals(icon)).toBe(true);
  const { items } = (await (await fetch(`${nodeUrl}/api/v1/content.list`)).json()) as { items: unknown[] };
  expect(items).toMatchObject([{ title: 'Nights in the garden' }]);

  await page.getByRole('link', { name: /Nights in the garden/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Nights in the garden' })).toBeVisible();
  await expect(page.getByRole('tabpanel')).toContainText('Added byYou');
  await expect(page.getByRole('tabpanel')).toContainText('#live #summer');
});

test('reads shares and transfers again, which show the title, after a file was renamed', async () => {
  const alcove = given();
  const { page, askLocal } = alcove;
  const { content_id: id } = await store(alcove, 'former.txt');
  const listed = page.waitForResponse((response) => new URL(response.url()).pathname === '/local/shares');
  await visit(page, 'Shared');
  await listed;
  const read = ['/local/shares', '/local/transfers'].map((path) =>
    page.waitForRequest((request) => new URL(request.url()).pathname === path),
  );
  await askLocal(`/local/content/${encodeURIComponent(id)}`, {
    method: 'PATCH',
    ...json({ title: 'Present' }),
  });
  await Promise.all(read);
});

test('rejects an empty title, and a cover that is no image', async () => {
  const alcove = given();
  const { page } = alcove;
  await store(alcove, 'a.txt');
  await open(page);
  await choose(page, 'a.txt', 'Edit…');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Title' }).fill(' ');
  await expect(dialog.getByText('Enter a title')).toBeVisible();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog
    .getByLabel('Cover image')
    .setInputFiles({ name: 'no.png', mimeType: 'image/png', buffer: Buffer.from('<html>no image</html>') });
  await expect(dialog.getByText('Not usable as a cover')).toBeVisible();
  await expect(dialog).toBeVisible();
});

test('blocks an id before its file is stored', async () => {
  const alcove = given();
  const { page, nodeUrl } = alcove;
  await visit(page, 'Privacy');
  // Only the page has this name, not a section of it.
  await expect(page.getByRole('heading', { name: 'History' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Privacy' })).toHaveCount(1);
  await page.getByRole('button', { name: 'Block a file…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Content id' }).fill('this is no id');
  await dialog.getByRole('button', { name: 'Block file' }).click();
  await expect(dialog.getByText('Invalid content id')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Content id' }).fill('11'.repeat(32));
  await dialog.getByRole('button', { name: 'Block file' }).click();
  await expect(page.getByRole('list', { name: 'Blocked files' })).toContainText('No reason given');
  expect((await fetch(`${nodeUrl}/api/v1/storage/${'11'.repeat(32)}`)).status).toBe(410);
});
