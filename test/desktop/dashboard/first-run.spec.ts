import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { overview } from '../../../src/contract/dashboard-api/administration/monitoring.ts';
import { json } from '../../support/node/start-test-node.ts';
import { emptyLibrary } from '../support/empty-library.ts';
import { expect, type LaunchedAlcove, test } from '../support/fixtures.ts';
import { tabTo } from '../support/keyboard.ts';
import { visit } from '../support/visit.ts';

const cardOf = (page: Page, name = 'Welcome to Alcove') => page.getByRole('region', { name });
const step = (card: Locator, name: string) => card.getByRole('listitem', { name, exact: true });

async function steps({ askLocal }: LaunchedAlcove) {
  return overview.parse(await (await askLocal('/local/overview')).json()).first_run;
}

async function again({ process: child, exited, dataDir }: LaunchedAlcove, launch: Launch) {
  child.kill('SIGTERM');
  expect(await exited).toBe(0);
  return launch({ dataDir });
}
type Launch = (options?: { dataDir?: string; args?: string[] }) => Promise<LaunchedAlcove>;

test('guides a new user to store a file and add a peer', async ({ launchAlcove }) => {
  const begun = performance.now();
  const alcove = await launchAlcove();
  const { page } = alcove;
  const card = cardOf(page);
  await expect(card).toContainText('keeps your files on your own computer');
  await expect(card.getByRole('status')).toHaveText('0 of 3 steps done or skipped');
  await expect(card).not.toContainText(/\b(TON|GRAM)\b|blockchain|handshake/i);

  await card.getByRole('button', { name: /^Share and follow/ }).click();
  await expect(card.getByText('What would you like to do?')).toHaveCount(0);

  await page.setViewportSize({ width: 390, height: 640 });
  const chooser = page.waitForEvent('filechooser');
  const addFiles = step(card, 'Add your first file').getByRole('button', { name: 'Add files' });
  await addFiles.evaluate((button) => button.scrollIntoView({ block: 'start' }));
  await addFiles.click();
  await (await chooser).setFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('mine') });
  // They are above the button on a phone, and come into view.
  await expect(page.getByRole('region', { name: 'Adding files' })).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('link', { name: /^a\.txt/ })).toBeVisible();
  await expect(step(card, 'Add your first file')).toContainText('Done.');
  await page.setViewportSize({ width: 1200, height: 800 });

  await step(card, 'Connect to others').getByRole('button', { name: 'Start practice mode' }).click();
  await expect(step(card, 'Connect to others')).toContainText('Done.');
  await step(card, 'Connect to others').getByRole('link', { name: 'Show peer' }).click();
  await expect(page.getByRole('table', { name: 'Peers' })).toContainText('Practice node on this computer');
  console.log(`From the start: ${((performance.now() - begun) / 1000).toFixed(1)} s, by 6 clicks.`);
});

test('opens the Store and a wallet in practice mode for those who want to buy and sell', async ({
  launchAlcove,
}) => {
  const { page } = await launchAlcove();
  const card = cardOf(page);
  await card.getByRole('button', { name: /^Buy and sell/ }).click();
  await expect(step(card, 'Connect to others')).toHaveCount(0);
  const practise = step(card, 'Try buying and selling');
  await expect(practise).toContainText('opens the Store and a wallet with test money');
  await practise.getByRole('button', { name: 'Start practice mode' }).click();
  await expect(practise).toContainText('Done.');
  // The chain starts after the practice node.
  const navigation = page.getByRole('navigation', { name: 'Main' });
  await expect(navigation.getByRole('link', { name: /^Wallet/ })).toBeVisible();
  await practise.getByRole('link', { name: 'Open Store' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Store' })).toBeVisible();
  await navigation.getByRole('link', { name: 'Home' }).click();
  await navigation.getByRole('link', { name: 'Explore' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Store' })).toBeVisible();
});

test('does not show completed steps again, though both are removed', { tag: '@story' }, async ({
  launchAlcove,
}) => {
  const alcove = await launchAlcove();
  const card = cardOf(alcove.page);
  await alcove.askLocal('/local/content', { method: 'POST', body: 'mine' });
  await alcove.askLocal('/local/practice', { method: 'POST' });
  for (const name of ['Add your first file', 'Connect to others']) {
    await expect(step(card, name)).toContainText('Done.');
  }
  await emptyLibrary(alcove);
  await alcove.askLocal('/local/practice', { method: 'DELETE' });
  const later = await again(alcove, launchAlcove);
  expect(await steps(later)).toEqual({ store: 'done', meet: 'done', keep: 'open' });
  const left = cardOf(later.page);
  await expect(left.getByRole('button', { name: 'Skip' })).toHaveCount(1);
  await step(left, 'Back up your node').getByRole('link', { name: 'Make a recovery file' }).click();
  await expect(later.page.getByLabel('Passphrase', { exact: true })).toBeInViewport();
  await visit(later.page, 'Home');
  await left.getByRole('button', { name: 'Skip' }).click();
  await expect(later.page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible();
  await expect(left).toHaveCount(0);
});

test('skips steps one by one by keyboard, also in Russian, and hides the rest permanently', {
  tag: '@story',
}, async ({ launchAlcove }) => {
  const alcove = await launchAlcove();
  const { page } = alcove;
  const card = cardOf(page);
  const skip = step(card, 'Add your first file').getByRole('button', { name: 'Skip' });
  await expect(skip).toBeVisible();
  await tabTo(page, skip);
  await page.keyboard.press('Enter');
  await expect(step(card, 'Add your first file')).toContainText('Skipped.');
  await expect(step(card, 'Add your first file').getByRole('link')).toBeFocused();
  await expect(card.getByRole('status')).toHaveText('1 of 3 steps done or skipped');

  await page.getByRole('combobox', { name: 'Language' }).click();
  await page.getByRole('option', { name: 'Русский' }).click();
  const inRussian = cardOf(page, 'Добро пожаловать в Alcove');
  await expect(inRussian.getByRole('status')).toHaveText('Сделан или пропущен 1 шаг из 3');
  await expect(step(inRussian, 'Добавьте первый файл')).toContainText('Пропущено.');

  const later = await again(alcove, launchAlcove);
  const same = cardOf(later.page, 'Добро пожаловать в Alcove');
  await expect(same.getByRole('status')).toHaveText('Сделан или пропущен 1 шаг из 3');
  const putAway = same.getByRole('button', { name: 'Скрыть' });
  await tabTo(later.page, putAway);
  await later.page.keyboard.press('Enter');
  await expect(same).toHaveCount(0);
  expect(await steps(later)).toEqual({ store: 'skipped', meet: 'skipped', keep: 'skipped' });
  await later.page.reload();
  await expect(later.page.getByRole('heading', { level: 1, name: 'Главная' })).toBeVisible();
  await expect(same).toHaveCount(0);
});

test('counts steps completed elsewhere: a practice network and a file at the start, and another browser', {
  tag: '@story',
}, async ({ launchAlcove, temporaryFolder }) => {
  const file = join(temporaryFolder(), 'given.txt');
  writeFileSync(file, 'named at the start');
  const alcove = await launchAlcove({ args: ['--practice', file] });
  const { page } = alcove;
  const card = cardOf(page);
  await expect(page.getByRole('link', { name: /^given\.txt/ })).toBeVisible();
  await expect(step(card, 'Add your first file')).toContainText('Done.');
  await expect(step(card, 'Connect to others')).toContainText('Done.');
  await alcove.askLocal('/local/first-run', { method: 'POST', ...json({ skip: ['keep'] }) });
  await expect(card).toHaveCount(0);
});
