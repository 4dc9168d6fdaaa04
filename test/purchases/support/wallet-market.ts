import { rmSync } from 'node:fs';
import { afterEach, expect } from 'vitest';
import type { LocalContent } from '../../../src/contract/dashboard-api/content.ts';
import type { Share } from '../../../src/contract/dashboard-api/sharing.ts';
import { askFaucet } from '../../../src/features/chain/client/ask-faucet.ts';
import { freePort } from '../../support/node/free-port.ts';
import { startPublicNode } from '../../support/node/public-node.ts';
import { startTestNode, type TestNode, temporaryFolder } from '../../support/node/start-test-node.ts';
import { startTestBridge } from '../../support/wallets/ton-connect-bridge.ts';
import { patience, type WalletPerson, walletPerson } from './wallet-person.ts';

export const TON = 1_000_000_000n;
const stops: (() => Promise<unknown>)[] = [];
const folders: string[] = [];
const used = <T extends { stop(): Promise<unknown> }>(started: T): T => {
  stops.push(() => started.stop());
  return started;
};
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

export const newFolder = (): string => {
  const folder = temporaryFolder();
  folders.push(folder);
  return folder;
};

/**
 * Starts a chain, a public node on it, and users whose money is in their wallet apps and not in the wallets of their
 * nodes.
 */
export async function startMarket() {
  const bridge = used(await startTestBridge());
  const miner = used(await startTestNode({ settings: { chain: { network: 'embedded' } } }));
  const { endpoint, platform } = await miner.node.shareChain();
  const chain = { network: 'embedded', endpoint, master_address: platform } as const;
  const port = await freePort();
  const studio = used(await startPublicNode({ port, settings: { chain } }));
  const settings = { chain, network: { bootstrap: [studio.host] } };
  const person = async (seed: number, dataDir = newFolder()) => {
    const started = used(await walletPerson({ bridge, seed, settings, dataDir }));
    await expect.poll(async () => (await started.chain()).platform.state, patience).toBe('deployed');
    await askFaucet(endpoint, started.address, 100n * TON);
    await started.connect();
    return started;
  };
  return { endpoint, bridge, studio, person };
}

/** Sells a song through the public node; returns its encrypted file and address. */
export async function sell(
  author: WalletPerson,
  song: Buffer,
  endpoint: string,
  studio: TestNode & { host: string },
) {
  const upload = await author.node.askLocal('/local/content', { method: 'POST', body: new Uint8Array(song) });
  const { content } = (await upload.json()) as { content: LocalContent };
  const { content_address, content_id } = await author.pay(endpoint, {
    ...{ kind: 'register', content_id: content.content_id, title: 'A song', price: String(TON) },
    ...{ resale_price: String(5n * TON), allow_resale: true, downloadable: true, royalties: [] },
  });
  const { host } = studio;
  await author.post('/local/peers', { url: host });
  await author.post('/local/share-hosts', { host });
  await author.post(`/local/content/${content_id}/shares`, { host, listed: true });
  const share = async () => (await author.get<{ shares: Share[] }>('/local/shares')).shares[0];
  await expect.poll(async () => (await share())?.key, patience).toBe('deposited');
  return { content_address: content_address ?? '', content_id: content_id ?? '' };
}
