import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { randomBytes } from '../../support/random-bytes.ts';
import { expect, test } from '../support/fixtures.ts';
import { picture } from '../support/made-files.ts';
import { view } from '../viewer/viewed.ts';

/** The files below a folder that contain these bytes. */
function filesWith(folder: string, bytes: Buffer): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path, { throwIfNoEntry: false })?.isFile())
    .filter((path) => readFileSync(path).includes(bytes));
}

test('leaves no deleted content in the profile, nor data kept there by an earlier version', {
  tag: '@story',
}, async ({ launchAlcove, temporaryFolder }) => {
  const dataDir = temporaryFolder();
  const secret = randomBytes(2000);
  const kept = join(dataDir, 'browser', 'Cache', 'Cache_Data');
  mkdirSync(kept, { recursive: true });
  writeFileSync(join(kept, 'of-earlier'), secret);
  const alcove = await launchAlcove({ dataDir });
  const { page, app, askLocal } = alcove;
  expect(existsSync(join(kept, 'of-earlier'))).toBe(false);

  const bytes = Buffer.concat([picture(300), secret]);
  const frame = await view(alcove, 'sea.png', 'image/png', bytes);
  await expect(frame.getByRole('img', { name: 'sea' })).toBeVisible();
  const id = page.url().split('/').at(-1) ?? '';
  // A cover is a picture of the page itself, which may be cached for an hour.
  await page.evaluate(async (url) => {
    const cover = new Image();
    cover.src = url;
    await cover.decode();
  }, `${alcove.dashboardUrl}/covers/${id}`);
  expect((await askLocal(`/local/content/${id}`, { method: 'DELETE' })).status).toBe(200);
  await expect(page.getByRole('heading', { level: 1, name: 'Not found' })).toBeVisible();
  // Pending data is written on exit.
  await app.evaluate(({ session }) => session.defaultSession.flushStorageData());
  expect(filesWith(join(dataDir, 'browser'), secret)).toEqual([]);
  await app.close();
  expect(filesWith(join(dataDir, 'browser'), secret)).toEqual([]);
});
