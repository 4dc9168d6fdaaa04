import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { tokenList } from '../../../src/contract/dashboard-api/auth.ts';
import { localContentPage } from '../../../src/contract/dashboard-api/content.ts';
import { expect, type LaunchedAlcove, sharedAlcove, test } from '../support/fixtures.ts';
import { visit } from '../support/visit.ts';

const run = promisify(execFile);
const greeting = 'Hello from a bot\n';
const languages = ['curl', 'TypeScript', 'Python'] as const;
type Language = (typeof languages)[number];

const given = sharedAlcove({ startsEmpty: true });
const tokensOf = async ({ askLocal }: LaunchedAlcove) =>
  tokenList.parse(await (await askLocal('/local/tokens')).json()).tokens;
test.beforeEach(async () => {
  const alcove = given();
  for (const { id } of await tokensOf(alcove)) {
    await alcove.askLocal(`/local/tokens/${id}`, { method: 'DELETE' });
  }
});

async function open(page: Page): Promise<void> {
  await visit(page, 'Developers');
  await expect(page.getByRole('button', { name: 'Create token' })).toBeVisible();
}

/**
 * Creates a token through the page.
 * @returns its secret, which is shown once
 */
async function makeToken(page: Page, name: string, rights: string[]): Promise<string> {
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  for (const box of await page.getByRole('checkbox').all()) await box.uncheck();
  for (const right of rights) await page.getByRole('checkbox', { name: right }).check();
  await page.getByRole('button', { name: 'Create token' }).click();
  return (await page.getByLabel('API token', { exact: true }).textContent()) ?? '';
}

/** The text of an example, as copied by a user. */
async function textOf(page: Page, language: Language, title: string): Promise<string> {
  await page.getByRole('tab', { name: language }).click();
  return (await page.getByRole('group', { name: `example “${title}”` }).textContent()) ?? '';
}

/**
 * Runs a text as described on the page, in `folder`.
 * @returns its stdout
 */
async function runText(
  text: string,
  language: Language,
  folder: string,
  environment: Record<string, string> = {},
): Promise<string> {
  const { ALCOVE_TOKEN: _, ...inherited } = process.env;
  const path = [dirname(process.execPath), process.env.PATH].join(delimiter);
  const options = { cwd: folder, env: { ...inherited, PATH: path, ...environment } };
  if (language === 'curl') return (await run('bash', ['-c', text], options)).stdout;
  const file = join(folder, language === 'Python' ? 'example.py' : 'example.mts');
  writeFileSync(file, text);
  return (await run(language === 'Python' ? 'python3' : process.execPath, [file], options)).stdout;
}

test('creates a token, runs every example with it unchanged, and revokes it', { tag: '@story' }, async ({
  temporaryFolder,
}) => {
  const { page, nodeUrl, askLocal } = given();
  await open(page);
  const secret = await makeToken(page, 'My bot', ['Add files', 'Read your files', 'Report a status']);
  expect(secret.length).toBeGreaterThan(30);
  await expect(page.getByRole('row', { name: /My bot/ })).toContainText('Never');

  for (const language of languages) {
    const folder = temporaryFolder();
    const runExample = async (title: string) =>
      runText(await textOf(page, language, title), language, folder);
    expect(await runExample('Add a file'), language).toMatch(/bafkrei[a-z2-7]{52}/);
    await runExample('Download a file');
    expect(readFileSync(join(folder, 'copy.txt'), 'utf8'), language).toBe(greeting);
    expect(await runExample('List files'), language).toContain('hello');
    await runExample('Report a status');
    const { services } = (await (await fetch(`${nodeUrl}/api/v1/node`)).json()) as {
      services: Record<string, { status: string }>;
    };
    expect(services['my-bot']?.status, language).toBe('ok');
  }
  const { items } = localContentPage.parse(await (await askLocal('/local/content')).json());
  expect(items.map(({ name, uploaded_by }) => [name, uploaded_by.id])).toEqual([['hello.txt', 'owner']]);

  const list = await textOf(page, 'curl', 'List files');
  const row = page.getByRole('row', { name: /My bot/ });
  await row.getByRole('button', { name: 'Revoke My bot' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke token' }).click();
  await expect(row).toBeHidden();
  await expect(page.getByText(secret).first()).toBeHidden();
  const refused = await runText(list, 'curl', temporaryFolder()).catch(
    (error: { stdout: string }) => error.stdout,
  );
  expect(refused).toContain('unauthorized');
});

test('requires a name and a scope for a token', async () => {
  const { page } = given();
  await open(page);
  for (const box of await page.getByRole('checkbox').all()) await box.uncheck();
  await page.getByRole('button', { name: 'Create token' }).click();
  await expect(page.getByText('Enter a name')).toBeVisible();
  await expect(page.getByText('Choose at least one right')).toBeVisible();
  await expect(page.getByText('No tokens yet')).toBeVisible();
});

test('reads the token in examples from a documented variable', async ({ temporaryFolder }) => {
  const { page } = given();
  await open(page);
  const secret = await makeToken(page, 'Reader', ['Read your files']);
  const lacking = page.getByText('The token “Reader” lacks this right').filter({ visible: true });
  await expect(lacking).toHaveCount(2);
  await page.getByRole('button', { name: 'I’ve copied it' }).click();
  await expect(page.getByText(secret).first()).toBeHidden();
  await expect(page.getByText('The token comes from the variable')).toBeVisible();
  for (const language of languages) {
    const text = await textOf(page, language, 'List files');
    expect(text).not.toContain(secret);
    const listed = await runText(text, language, temporaryFolder(), { ALCOVE_TOKEN: secret });
    expect(listed, language).toMatch(/0 of 0|"items":\s*\[\]/);
  }
});

test('removes a token revoked by another client from the page', async () => {
  const { page, askLocal } = given();
  await open(page);
  const token = await makeToken(page, 'short-lived', ['Add files']);
  const { id } = (await tokensOf(given())).find(({ name }) => name === 'short-lived') ?? {};
  await askLocal(`/local/tokens/${id}`, { method: 'DELETE' });
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeVisible();
  await expect(page.getByText(token)).toHaveCount(0);
});
