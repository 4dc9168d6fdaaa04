import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { forkPracticeNode } from '../../src/cli/fork-practice-node.ts';
import type { LocalPeer } from '../../src/contract/dashboard-api/peers.ts';
import { PracticePeople, patience } from '../support/node/practice-people.ts';
import { longIt } from '../support/random-runs.ts';

const people = new PracticePeople();
afterEach(() => people.stop());

const GRAM = 1_000_000_000n;
const titles = ['Evening tune · Вечерняя мелодия', 'Sunrise · Рассвет'];

/** A user in practice mode with the practice people, whose process a test can kill. */
async function practise() {
  const user = await people.add({ practiceLauncher: forkPracticeNode });
  await user.post('/local/practice', {});
  await user.hasMarket();
  const folder = join(user.node.dataDir, 'practice');
  const pid = () => Number(readFileSync(join(folder, 'alcove.pid'), 'utf8'));
  const wallet = (name: string) => {
    const file = join(folder, 'practice-wallets', `${name}.json`);
    return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as { done: string[] }) : { done: [] };
  };
  return { user, pid, wallet };
}

it('fills the Store with works that people can buy, and buys what they sell, once', async () => {
  const { user, wallet } = await practise();
  await expect
    .poll(async () => (await user.market()).map(({ title }) => title).sort(), patience)
    .toEqual(titles);
  await user.post('/local/chain/faucet', { payer: 'practice_wallet', amount: String(20n * GRAM) });
  const tune = (await user.market()).find(({ title }) => title === titles[0]);
  await user.order({ kind: 'purchase', content_address: tune?.content_address, licence: 'listen' });
  const sound = Buffer.from(await (await fetch(await user.delivered())).arrayBuffer());
  expect(sound.subarray(0, 4).toString()).toBe('RIFF');

  const offer = async (text: string, price: bigint) => {
    const upload = await user.node.askLocal('/local/content', { method: 'POST', body: text });
    const { content } = (await upload.json()) as { content: { content_id: string } };
    const registered = await user.order({
      ...{ kind: 'register', content_id: content.content_id, title: text, price: String(price) },
      ...{ resale_price: '0', allow_resale: false, downloadable: true, royalties: [] },
    });
    const host = (await user.get<{ peers: LocalPeer[] }>('/local/peers')).peers[0]?.host ?? '';
    await user.post(`/local/content/${registered.content_id}/shares`, { host, listed: true });
  };
  await offer('Too expensive', 11n * GRAM);
  await offer('A poem', GRAM);
  const sales = async () =>
    (await user.get<{ items: { content: { title: string } }[] }>('/local/sales')).items;
  await expect.poll(sales, patience).toMatchObject([{ content: { title: 'A poem' } }]);
  // The buyer writes it down when its own node sees the licence, which may be later than the seller's.
  const bought = () => wallet('buyer').done.filter((purpose) => purpose.startsWith('buy:'));
  await expect.poll(bought, patience).toHaveLength(1);
});

longIt('offers each work once, however often its process is killed', async () => {
  const { user, pid, wallet } = await practise();
  for (const count of [0, 1]) {
    await expect.poll(() => wallet('seller').done.length, patience).toBeGreaterThanOrEqual(count);
    const before = pid();
    process.kill(before, 'SIGKILL');
    await expect.poll(pid, patience).not.toBe(before);
  }
  await expect.poll(() => wallet('seller').done, patience).toContain('publish:all');
  await expect
    .poll(async () => (await user.market()).map(({ title }) => title).sort(), patience)
    .toEqual(titles);
});
