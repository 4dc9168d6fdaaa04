import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { localContentPage, localUpload } from '../../../src/contract/dashboard-api/content.ts';
import type { AccessLink } from '../../../src/contract/dashboard-api/licensing.ts';
import { receipt } from '../../../src/contract/receipt.ts';
import { runAlcove, serveNodeIn } from '../../support/node/run-alcove.ts';
import { json } from '../../support/node/start-test-node.ts';
import { chainOf, itemsOf, licencesOf, rowOf } from '../chain/chain-actions.ts';
import { expect, type LaunchedAlcove } from '../support/fixtures.ts';
import { visit } from '../support/visit.ts';
import { buy, offer, openInMarket, plays, publishThrough, sound, title } from './sold-sound.ts';
import { test } from './studio.ts';

const open = ({ askLocal }: LaunchedAlcove, id: string) => askLocal(`/local/content/${id}/access-link`);

async function linkOf(person: LaunchedAlcove, id: string): Promise<URL> {
  const response = await open(person, id);
  expect(response.status).toBe(200);
  return new URL(((await response.json()) as AccessLink).url);
}

/** The response in a form for assertions. */
const refusal = async (response: Response) => {
  const { code } = (await response.json()) as { code?: string };
  return `${response.status} ${code}`;
};

/** Kills all processes of an app at once, with their children. */
async function kill({ app, exited }: LaunchedAlcove): Promise<void> {
  const pids = await app.evaluate(({ app: shell }) => shell.getAppMetrics().map(({ pid }) => pid));
  for (const pid of pids) process.kill(pid, 'SIGKILL');
  await exited;
}

/** Whether a link opens a content on the node of this folder when its clock is so far ahead. */
async function followLater(dataDir: string, { pathname, search }: URL, seconds: number): Promise<string> {
  const clock = fileURLToPath(new URL('../../support/lab/clock-off.mjs', import.meta.url));
  const environment = { NODE_OPTIONS: `--import=${clock}`, CLOCK_OFF_S: String(seconds) };
  const node = await serveNodeIn({ environment }, dataDir);
  const response = await fetch(node.ready.node_url + pathname + search);
  const words = response.ok ? String(response.status) : await refusal(response);
  await node.end();
  return words;
}

async function mediaOf({ askLocal }: LaunchedAlcove, id: string) {
  const { items } = localContentPage.parse(await (await askLocal('/local/content')).json());
  return items.find(({ content_id }) => content_id === id);
}

test('plays a content sold through a public node for licence holders, without the other nodes', {
  tag: '@story',
}, async ({ launchAlcove, studioOn, temporaryFolder }) => {
  const author = await launchAlcove();
  await author.page.getByRole('button', { name: 'Start practice mode' }).click();
  await expect.poll(async () => (await chainOf(author)).platform.state).toBe('deployed');
  const { endpoint, platform } = await chainOf(author);
  const chain = { network: 'embedded', endpoint, master_address: platform.address };
  const studio = await studioOn(chain);
  const joined = () => {
    const dataDir = temporaryFolder();
    const network = { bootstrap: [studio.host] };
    writeFileSync(join(dataDir, 'settings.json'), JSON.stringify({ chain, network }));
    return launchAlcove({ dataDir, args: ['--password-store=basic'] });
  };
  await studio.start();
  const [buyer, third] = await Promise.all([joined(), joined()]);
  await publishThrough(studio, author);
  const id = (await itemsOf(author))[0]?.content_id ?? '';

  // Users without a licence get the encrypted file, and see how to open it.
  const stored = Buffer.from(await (await fetch(`${studio.host}/api/v1/storage/${id}`)).arrayBuffer());
  expect(stored.subarray(0, 22).toString()).toBe('age-encryption.org/v1\n');
  expect(stored.includes(sound.subarray(0, 44))).toBe(false);
  await third.askLocal('/local/copies', { method: 'POST', ...json({ content_id: id, pinned: true }) });
  await openInMarket(third);
  await expect(third.page.getByText('Downloaded. Buy a licence to open it.')).toBeVisible();
  expect(await refusal(await open(third, id))).toBe('402 licence_required');

  // A failed delivery shows the reason, and is repeated on request.
  await buyer.askLocal('/local/blocked', { method: 'POST', ...json({ content_id: id, reason: '' }) });
  await buy(buyer, 'Buy resellable licence', '4 GRAM');
  const bought = rowOf(buyer.page, 'Your licences', title);
  await expect(bought).toContainText('You have blocked this file on your node.');
  await studio.kill();
  await buyer.askLocal(`/local/blocked/${id}`, { method: 'DELETE' });
  const tryNow = bought.getByRole('button', { name: `Try now: ${title}` });
  await tryNow.click();
  // Which of the two depends on the arrival of the key.
  await expect(bought).toContainText(/no node answers on that port|gave no usable answer/);
  await studio.start();
  // The node may try again by itself before the click.
  await Promise.race([tryNow.click(), expect(tryNow).toBeHidden()]);
  await plays(buyer);
  // Shown, the bought sound gets its length, and nothing else of its bytes.
  await expect
    .poll(() => mediaOf(buyer, id))
    .toMatchObject({ media: { duration_ms: 40_000, has_waveform: false, title: null }, thumbnail_url: null });
  const buyersLink = await linkOf(buyer, id);
  expect((await fetch(buyersLink)).status).toBe(200);

  // After a resale the seller's own copy does not open any more.
  await visit(buyer.page, 'Bought');
  await offer(buyer, '9');
  await buy(third, 'Buy for 9 GRAM from', '9 GRAM');
  await expect(buyer.page.getByText('No licences yet')).toBeVisible();
  expect(await refusal(await fetch(buyersLink))).toBe('402 licence_required');
  expect(await refusal(await open(buyer, id))).toBe('402 licence_required');
  await visit(buyer.page, 'Library');
  await buyer.page.getByRole('link', { name: `Open ${title}` }).click();
  await expect(buyer.page.getByText('Downloaded. Buy a licence to open it.')).toBeVisible();

  await plays(third);
  await visit(third.page, 'Bought');
  const file = join(temporaryFolder(), 'receipt.json');
  await third.app.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath });
  }, file);
  await third.page.getByRole('button', { name: `Actions for ${title}` }).click();
  await third.page.getByRole('menuitem', { name: 'Download receipt…' }).click();
  await expect(third.page.getByText('Receipt saved.')).toBeVisible();
  const verify = () => runAlcove('receipt', 'verify', file, '--node', studio.publicKey());
  expect((await verify()).stdout).toMatch(/^Valid: /);
  const bytes = readFileSync(file);
  expect(receipt.parse(JSON.parse(bytes.toString())).content_id).toBe(id);
  const digit = bytes.indexOf('"price":"') + 9;
  bytes.writeUInt8(bytes.readUInt8(digit) ^ 1, digit);
  writeFileSync(file, bytes);
  expect(await verify()).toMatchObject({ code: 1, stdout: expect.stringMatching(/^Not valid\. /) });

  await Promise.all([kill(author), kill(buyer), studio.kill()]);
  await kill(third);
  const alone = await launchAlcove({ dataDir: third.dataDir, args: ['--password-store=basic'] });
  await visit(alone.page, 'Bought');
  await plays(alone);
  expect((await chainOf(alone)).state).not.toBe('ok');
  const paid = '9000000000';
  expect(await licencesOf(alone)).toMatchObject([
    { price: paid, delivery: { state: 'here' }, receipt: true },
  ]);

  // A link obtained by somebody else.
  const link = await linkOf(alone, id);
  const upload = await alone.askLocal('/local/content', { method: 'POST', body: Buffer.from('A poem') });
  const other = localUpload.parse(await upload.json()).content.content_id;
  const otherLink = new URL(link.href.replace(id, other));
  expect((await fetch(link)).status).toBe(200);
  expect(await refusal(await fetch(otherLink))).toBe('403 access_invalid');
  expect(await refusal(await fetch(alone.nodeUrl + buyersLink.pathname + buyersLink.search))).toBe(
    '403 access_invalid',
  );
  alone.process.kill('SIGTERM');
  await alone.exited;
  expect(await followLater(alone.dataDir, link, 5 * 3600)).toBe('200');
  expect(await followLater(alone.dataDir, link, 7 * 3600)).toBe('403 access_invalid');
});
