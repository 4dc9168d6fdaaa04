import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { SettingsEdit } from '../../../src/contract/dashboard-api/administration/settings.ts';
import { deleteOwnerConnection } from '../../../src/contract/dashboard-api/auth.ts';
import { json } from '../../support/node/start-test-node.ts';
import { SimulatedWallet } from '../../support/wallets/simulated-wallet.ts';
import { testWallet } from '../../support/wallets/test-wallet.ts';
import { startTestBridge, type TestBridge } from '../../support/wallets/ton-connect-bridge.ts';
import { expect, type LaunchedAlcove, sharedAlcove, test } from '../support/fixtures.ts';
import { takeOnce } from '../support/views.ts';
import { visit } from '../support/visit.ts';

const open = (page: Page) => visit(page, 'Access');

let folder: string;
let bridge: TestBridge;
test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'alcove-sign-in-'));
  bridge = await startTestBridge();
});
const given = sharedAlcove(() => ({
  args: [
    ...['--set', `sign_in.wallets_file=${bridge.writeWalletsFile(folder)}`],
    ...['--set', 'sign_in.domains=app.example'],
  ],
}));
test.beforeEach(async () => {
  await change({ reset: ['sign_in.who', 'sign_in.list'] });
  await given().askLocal(deleteOwnerConnection.path, { method: 'DELETE' });
});
test.afterAll(async () => {
  await bridge.stop();
  rmSync(folder, { recursive: true });
});

async function change(settings: SettingsEdit): Promise<void> {
  const response = await given().askLocal('/local/settings', { ...json(settings), method: 'PATCH' });
  expect(response.status).toBe(200);
}

/** The link as copied by a user. */
async function copiedLink({ app, page }: LaunchedAlcove): Promise<string> {
  await page.getByRole('button', { name: 'Copy link' }).click();
  await expect.poll(() => app.evaluate(({ clipboard }) => clipboard.readText())).toContain('https://wallet');
  return app.evaluate(({ clipboard }) => clipboard.readText());
}

test('links a wallet of the owner by its code and unlinks it', async () => {
  const alcove = given();
  const { page } = alcove;
  await open(page);
  await expect(page.getByText('Only you can sign in to this node.')).toBeVisible();
  await expect(page.getByText('Wallets can’t reach your node')).toBeVisible();

  await page.getByRole('button', { name: 'Connect wallet' }).click();
  await expect(page.getByRole('img', { name: 'Code for your wallet app' })).toBeVisible();
  await expect(page.getByText('Open Test Wallet on your phone.')).toBeVisible();
  await takeOnce(page, 'the code for a wallet');
  const wallet = new SimulatedWallet();
  wallet.scan(await copiedLink(alcove), bridge.url);
  await wallet.approve();
  await expect(page.getByText('Wallet linked')).toBeVisible();
  const linked = page.getByRole('list', { name: 'Linked wallets' });
  await expect(linked).toContainText('v5R1');

  await linked.getByRole('button', { name: /^Unlink/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Unlink wallet' }).click();
  await expect(linked).toBeHidden();
});

test('explains a refusal of a wallet, and allows to request and cancel a new code', {
  tag: '@story',
}, async () => {
  const alcove = given();
  const { page } = alcove;
  await open(page);
  await page.getByRole('button', { name: 'Connect wallet' }).click();
  const wallet = new SimulatedWallet();
  wallet.scan(await copiedLink(alcove), bridge.url);
  await wallet.decline();
  await expect(page.getByText('Wallet not linked')).toBeVisible();
  await takeOnce(page, 'a wallet that declined');

  await page.getByRole('button', { name: 'Show new code' }).click();
  await expect(page.getByText('Waiting for your wallet')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('Waiting for your wallet')).toBeHidden();
  await expect(page.getByRole('list', { name: 'Linked wallets' })).toBeHidden();
});

test('shows who may sign in after each change', async () => {
  const { page } = given();
  await change({ sign_in: { who: 'list', list: ['telegram:123456789'] } });
  await open(page);
  await expect(page.getByText('You and the users on your list can sign in')).toBeVisible();
  await expect(page.getByText('telegram:123456789').first()).toBeVisible();
});

/** Signs in by wallet alone, as a web app does. @returns the session's token */
async function signIn({ nodeUrl }: LaunchedAlcove, domain: string): Promise<string> {
  const ask = async (body: object) => {
    const response = await fetch(`${nodeUrl}/api/v1/auth.twa`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    return ((await response.json()) as { auth_v1_token: string }).auth_v1_token;
  };
  const challenge = await ask({});
  return ask({ ton_proof: testWallet(7, 'v5R1').prove(domain, challenge) });
}

test('shows signed-in users with their storage, and signs them out everywhere', async () => {
  const alcove = given();
  await change({ sign_in: { who: 'anyone' } });
  const { page, nodeUrl } = alcove;
  await open(page);
  await expect(page.getByText('No other users.')).toBeVisible();
  const headers = { Authorization: `Bearer ${await signIn(alcove, 'app.example')}` };
  const row = page.getByRole('table', { name: 'Users' }).getByRole('row').nth(1);
  await expect(row).toContainText('1 session');
  await expect(row).toContainText('0 bytes of 1.07 GB');
  const stored = await fetch(`${nodeUrl}/api/v1/storage`, {
    method: 'POST',
    headers,
    body: 'x'.repeat(2048),
  });
  expect(stored.status).toBe(201);
  await expect(row).toContainText('10.2 kB of 1.07 GB · 1 file');

  await row.getByRole('button', { name: /^Sign out / }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
  await expect(row).toContainText('0 sessions');
  expect((await fetch(`${nodeUrl}/api/v1/account`, { headers })).status).toBe(401);
});
