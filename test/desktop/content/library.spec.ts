import { exifOf, pngChunk, pngOf } from '../../support/pictures.ts';
import { expect, type LaunchedAlcove, sharedAlcove, test } from '../support/fixtures.ts';
import { visit } from '../support/visit.ts';

const given = sharedAlcove({ startsEmpty: true });

/** Stores a file; only its media type matters here. */
async function store({ askLocal }: LaunchedAlcove, name: string, size = 100): Promise<void> {
  const type = name.endsWith('.mp3') ? 'audio/mpeg' : 'text/plain';
  const headers = { 'Content-Type': type, 'X-File-Name': Buffer.from(name).toString('base64') };
  const answer = await askLocal('/local/content', { method: 'POST', headers, body: name.padEnd(size, '.') });
  expect(answer.status).toBe(201);
}

test('sorts, selects, deletes and restores files by keyboard', async () => {
  const alcove = given();
  const { page } = alcove;
  for (const [at, name] of ['b.mp3', 'd.mp3', 'a.mp3', 'c.mp3', 'e.mp3'].entries()) {
    await store(alcove, name, 100 + at);
  }
  await store(alcove, 'note.txt');
  await visit(page, 'Library');
  await expect(page.getByRole('table', { name: 'Your files' }).getByRole('row')).toHaveCount(7);

  await page.getByRole('navigation', { name: 'Library' }).getByRole('link', { name: 'Music' }).click();
  const grid = page.getByRole('list', { name: 'Your files' });
  const links = grid.getByRole('link');
  await expect(links).toHaveText([/^e,/, /^c,/, /^a,/, /^d,/, /^b,/]);

  await page.getByRole('button', { name: 'Sort by: Added' }).press('Enter');
  await page.getByRole('menuitemradio', { name: 'Title' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Sort by: Title' })).toBeFocused();
  await expect(links).toHaveText([/^a,/, /^b,/, /^c,/, /^d,/, /^e,/]);

  // Space selects, arrows move, Shift is for the mouse only.
  await links.first().focus();
  await page.keyboard.press('Space');
  const bar = page.getByRole('toolbar', { name: 'Selected files' });
  await expect(bar.getByRole('status')).toHaveText('1 selected');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(links.nth(2)).toBeFocused();
  await page.keyboard.press('Space');
  await expect(bar.getByRole('status')).toHaveText('2 selected');
  await expect(grid.getByRole('checkbox', { checked: true })).toHaveCount(2);
  await page.keyboard.press('Escape');
  await expect(bar).not.toBeAttached();
  await page.keyboard.press('Control+a');
  await expect(bar.getByRole('status')).toHaveText('5 selected');
  await page.keyboard.press('Escape');

  // A range by mouse: a click opens nothing while something is selected.
  await links.nth(1).click({ modifiers: ['ControlOrMeta'] });
  await links.nth(3).click({ modifiers: ['Shift'] });
  await expect(bar.getByRole('status')).toHaveText('3 selected');
  await links.nth(3).click();
  await expect(bar.getByRole('status')).toHaveText('2 selected');

  await bar.getByRole('button', { name: 'Delete' }).press('Enter');
  await expect(links).toHaveText([/^a,/, /^d,/, /^e,/]);
  const undo = page.getByRole('button', { name: 'Undo' });
  await expect(page.getByText('2 files moved to Trash')).toBeVisible();
  await undo.press('Enter');
  await expect(links).toHaveCount(5);
  await expect(undo).not.toBeAttached();

  // The view is remembered for this kind.
  await page.getByRole('button', { name: 'Show as list' }).press('Enter');
  const table = page.getByRole('table', { name: 'Your files' });
  await expect(table.getByRole('link')).toHaveText(['a.mp3', 'b.mp3', 'c.mp3', 'd.mp3', 'e.mp3']);
  await page.reload();
  await expect(table.getByRole('link')).toHaveText(['a.mp3', 'b.mp3', 'c.mp3', 'd.mp3', 'e.mp3']);

  await table.getByRole('link').first().focus();
  for (const key of ['Space', 'ArrowDown', 'Space']) await page.keyboard.press(key);
  await bar.getByRole('button', { name: 'Delete' }).press('Enter');
  await expect(table.getByRole('link')).toHaveCount(3);

  await visit(page, 'Trash');
  const trash = page.getByRole('table', { name: 'Files in Trash' });
  await expect(trash.getByRole('row')).toHaveCount(3);
  await expect(trash).toContainText('30 days left');
  const search = page.getByRole('searchbox', { name: 'Search by name or title' });
  await search.fill('b.mp');
  await expect(trash.getByRole('row')).toHaveCount(2);
  await expect(trash).toContainText('b.mp3');
  await search.fill('nowhere');
  await expect(page.getByText('No files found')).toBeVisible();
  await search.fill('');
  await expect(trash.getByRole('row')).toHaveCount(3);
  await trash.getByRole('button', { name: 'Restore a.mp3' }).press('Enter');
  await expect(trash.getByRole('row')).toHaveCount(2);
  await page.getByRole('button', { name: 'Empty trash' }).press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete for ever' }).press('Enter');
  await expect(page.getByText('Trash is empty')).toBeVisible();
  await visit(page, 'Library');
  await expect(page.getByRole('table', { name: 'Your files' }).getByRole('row')).toHaveCount(6);
});

test('shows photos by month, and adds tiles to the collections they are dropped on', async () => {
  const alcove = given();
  const { page, askLocal } = alcove;
  const post = (path: string, body: object) =>
    askLocal(path, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'Content-Type': 'application/json' },
    });
  await post('/local/collections', { kind: 'folder', title: 'Harbour' });
  const dates = ['2026:05:30 10:00:00', '2026:05:01 09:00:00', '2025:12:24 18:00:00'];
  for (const [n, date] of dates.entries()) {
    const bytes = pngOf(40 + n, 30, [pngChunk('eXIf', exifOf(date))]);
    const name = Buffer.from(`photo ${n}.png`).toString('base64');
    const headers = { 'Content-Type': 'image/png', 'X-File-Name': name };
    await askLocal('/local/content', { method: 'POST', headers, body: bytes });
  }
  await visit(page, 'Library');
  const tabs = page.getByRole('navigation', { name: 'Library' });
  await expect(tabs.getByRole('link', { name: 'All 3' })).toBeVisible();
  await tabs.getByRole('link', { name: 'Photos 3' }).click();
  const grid = page.getByRole('list', { name: 'Your files' });
  // Thumbnails and dates are made meanwhile.
  await expect(grid.getByRole('heading')).toHaveText(['May 2026', 'December 2025']);
  await expect(grid.getByRole('link')).toHaveText([/photo 0/, /photo 1/, /photo 2/]);

  await grid.getByRole('link').first().focus();
  await page.keyboard.press('ArrowDown');
  await expect(grid.getByRole('link').nth(2)).toBeFocused();
  await page.getByRole('button', { name: 'Jump to' }).press('Enter');
  await page.getByRole('menuitem', { name: /December 2025/ }).press('Enter');
  await expect(grid.getByRole('heading', { name: 'December 2025' })).toBeFocused();

  await page.getByRole('button', { name: 'Show as list' }).click();
  const table = page.getByRole('table', { name: 'Your files' });
  await expect(table.getByRole('heading')).toHaveText(['May 2026', 'December 2025']);
  await page.getByRole('button', { name: 'Show as grid' }).click();

  await grid.getByRole('link').first().hover();
  await page.mouse.down();
  await page.mouse.move(10, 10, { steps: 3 });
  const target = page.getByRole('group', { name: 'Drop onto a collection' }).getByText('Harbour');
  await target.hover();
  await target.hover();
  await page.mouse.up();
  await expect(page.getByText('1 file added to “Harbour”')).toBeVisible();
  await expect(page.getByRole('group', { name: 'Drop onto a collection' })).toHaveCount(0);
});

test('shows the actions for selected files in one line of a narrow window', async () => {
  const alcove = given();
  const { page } = alcove;
  await store(alcove, 'a.mp3');
  await visit(page, 'Library');
  await page.getByRole('navigation', { name: 'Library' }).getByRole('link', { name: 'Music' }).click();
  await page.setViewportSize({ width: 360, height: 800 });
  await page.getByRole('list', { name: 'Your files' }).getByRole('link').focus();
  await page.keyboard.press('Space');
  const bar = page.getByRole('toolbar', { name: 'Selected files' });
  const boxes = await Promise.all(
    ['Play', 'Add to…', 'Share', 'Download', 'Delete'].map((name) =>
      bar.getByRole('button', { name, exact: true }).boundingBox(),
    ),
  );
  expect(new Set(boxes.map((box) => Math.round(box?.y ?? 0))).size).toBe(1);
  expect((await bar.boundingBox())?.height).toBeLessThan(110);
});
