import { beginCell, type Cell, Cell as CellOf } from '@ton/core';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readConnectLink } from '../../src/features/practice/wallet/wallet-protocol.ts';
import { walletPage } from '../../src/features/practice/wallet-page/wallet-page.ts';
import { languageOf } from '../../src/platform/http/pages/page-language.ts';
import { WalletOfTest } from './support/wallet-of-test.ts';

let mine: WalletOfTest;
beforeEach(() => {
  mine = new WalletOfTest();
});
afterEach(() => mine.close());

const requests = async () => (await mine.wallet.view()).requests;
const page = async () => walletPage(await mine.wallet.view(), mine.wallet.version, languageOf('en')).text;

function nested(depth: number): Cell {
  let cell = beginCell().storeUint(1, 32).endCell();
  for (let level = 0; level < depth; level += 1) cell = beginCell().storeUint(1, 32).storeRef(cell).endCell();
  return cell;
}

const library = new CellOf({
  exotic: true,
  bits: beginCell().storeUint(2, 8).storeBuffer(Buffer.alloc(32)).endCell().bits,
});
const many = Array.from({ length: 600 }).reduce<Cell>(
  (cell, _, n) => beginCell().storeUint(n, 32).storeRef(cell).storeRef(cell).endCell(),
  beginCell().endCell(),
);
const inBase64 = (cell: Cell) => cell.toBoc().toString('base64');

it.each([
  ['an exotic cell', { payload: inBase64(library) }],
  ['an exotic cell inside', { payload: inBase64(beginCell().storeUint(1, 32).storeRef(library).endCell()) }],
  ['more nested cells than the chain takes', { payload: inBase64(nested(201)) }],
  ['too many cells', { payload: inBase64(many) }],
  ['no bag of cells', { payload: 'AAAA' }],
  ['initial state', { stateInit: inBase64(nested(1)) }],
  ['another currency', { extraCurrency: { 100: '1' } }],
  ['another currency, as on the wire', { extra_currency: { 100: '1' } }],
  ['a negative amount', { amount: '-1' }],
  ['an amount with a fraction', { amount: '1.5' }],
  ['an amount that is a number', { amount: 1 }],
  ['no address', { address: 'javascript:alert(1)' }],
])('refuses a message with %s', async (_, message) => {
  const app = await mine.connect();
  app.ask('1', message);
  expect(await requests()).toEqual([]);
  expect(app.received().at(-1)).toMatchObject({ id: '1', error: { code: 1 } });
  expect(await page()).toContain('No requests');
});

/** Opens a connection link as the page reads it; returns whether it was accepted. */
function openLink(manifestUrl: string, more: object = {}): boolean {
  const link = readConnectLink({
    id: 'a'.repeat(64),
    r: JSON.stringify({ manifestUrl, items: [], ...more }),
  });
  if (link) mine.wallet.open(link);
  return link !== undefined;
}

it.each([
  ['letters of another script', 'https://\u0430lcove.example/m', 'xn--lcove-3ve.example'],
  ['invisible characters', 'https://alc\u200bo\u00adve.example/m', 'alcove.example'],
  ['the node as a user name', 'https://127.0.0.1:4480@app.example/m', 'app.example'],
  ['the node as a beginning', 'https://127.0.0.1.app.example/m', '127.0.0.1.app.example'],
  ['another form of an address', 'http://0x7f.1:4480/m', '127.0.0.1:4480'],
  ['markup', 'https://a"\'&amp;.example/m', 'a&quot;&#39;&amp;amp;.example'],
  ['a placeholder', 'https://{{host}}.example/m', '{{host}}.example'],
  ['another message', 'https://$t(http.shuttingdown).example/m', '$t(http.shuttingdown).example'],
  ['the longest name', `https://${'a.'.repeat(126)}a/m`, `${'a.'.repeat(126)}a`],
])('shows the host that it proves the wallet for, in a link with %s', async (_, manifestUrl, shown) => {
  expect(openLink(manifestUrl)).toBe(true);
  expect(await page()).toContain(`>Connect to ${shown}?</h2>`);
});

it.each([
  ['a direction of text', 'https://\u202emoc.evocla/m'],
  ['an element', 'https://<script>alert(1)</script>.example/m'],
  ['a script', 'javascript:alert(1)//https://app.example'],
  ['a document', 'data:text/html,<script>alert(1)</script>'],
  ['a name that fills the page', `https://127.0.0.1${'-'.repeat(300)}.app.example/m`],
])('refuses a link with %s as its host', async (_, manifestUrl) => {
  expect(openLink(manifestUrl)).toBe(false);
});

it('shows no names, texts and icons of an app', async () => {
  const name = '<b>Alcove</b>\u202e';
  const more = { name, url: name, iconUrl: 'javascript:alert(1)', items: [{ name: 'ton_addr', text: name }] };
  expect(openLink('https://app.example/m', more)).toBe(true);
  const shown = await page();
  for (const part of ['<b>', '\u202e', 'javascript:', 'Alcove']) expect(shown).not.toContain(part);
});

it.each([
  ['another network', { network: '-239' }],
  ['the past', { valid_until: 1 }],
  ['another wallet', { from: `0:${'2'.repeat(64)}` }],
  [
    'five messages',
    { messages: Array.from({ length: 5 }, () => ({ address: `0:${'1'.repeat(64)}`, amount: '1' })) },
  ],
])('refuses a transaction for %s', async (_, transaction) => {
  const app = await mine.connect();
  app.ask('1', {}, transaction);
  expect(await requests()).toEqual([]);
});

it('takes a request of nested cells as far as the chain does, for an hour at most', async () => {
  const app = await mine.connect();
  app.ask('1', { payload: inBase64(nested(200)) }, { valid_until: 9_999_999_999 });
  const [request] = await requests();
  expect(request?.valid_until).toBeLessThanOrEqual(Date.now() / 1000 + 3601);
  expect(await page()).toContain('app.example');
});

it('shows a request once, however often the bridge delivers it, also after an answer and a restart', async () => {
  const app = await mine.connect();
  const delivered = app.request('1');
  mine.wallet.receive(delivered);
  mine.wallet.receive(delivered);
  expect(await requests()).toHaveLength(1);
  mine.wallet.answer((await requests())[0]?.id ?? '', false);
  mine.restart();
  mine.wallet.receive(delivered);
  expect(await requests()).toEqual([]);
});

it('ends the oldest connection above the limit, with its requests', async () => {
  const first = await mine.connect('first.example');
  first.ask('1');
  expect(await requests()).toHaveLength(1);
  for (let n = 0; n < 8; n += 1) await mine.connect(`app-${n}.example`);
  expect(first.received().at(-1)).toMatchObject({ event: 'disconnect' });
  expect(await requests()).toEqual([]);
  first.ask('2');
  expect(await requests()).toEqual([]);
});

it('leaves room for the requests of other apps', async () => {
  const [greedy, other] = [await mine.connect(), await mine.connect()];
  for (let n = 0; n < 20; n += 1) greedy.ask(`${n}`);
  other.ask('1');
  expect((await requests()).filter(({ session }) => session === other.key)).toHaveLength(1);
  expect((await requests()).length).toBeLessThanOrEqual(16);
});

it('sends nothing that its user has not confirmed', async () => {
  const app = await mine.connect();
  app.ask('1');
  mine.wallet.answer('another', true);
  await mine.wallet.start();
  mine.wallet.answer((await requests())[0]?.id ?? '', false);
  expect(mine.chain.sent).toEqual([]);
  expect(app.received().at(-1)).toMatchObject({ id: '1', error: { code: 300 } });
});
