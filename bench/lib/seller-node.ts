import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createLocalClient, type LocalClient, openSession } from '@alcove/client';
import { AlcoveError } from '../../client/alcove-error.ts';
import { controlClient } from '../../src/cli/control-client.ts';
import { getChain } from '../../src/contract/dashboard-api/chain.ts';
import { getAccessLink } from '../../src/contract/dashboard-api/licensing.ts';
import { postOrder } from '../../src/contract/dashboard-api/orders.ts';
import { upload } from './raw-upload.ts';
import { type Alcove, startAlcove } from './servers.ts';
import type { Workbench } from './workbench.ts';

/** A node with its own chain, on which its owner sells. */
export interface SellerNode extends Alcove {
  /** Stores `size` new bytes. @returns the content's id */
  store(size: number): Promise<string>;
  /** Encrypts a content for sale. @returns the id of the encrypted file, and the time it took */
  encrypt(id: string): Promise<{ id: string; seconds: number }>;
  /** Returns a link to the plain bytes of a sold content. */
  link(id: string): Promise<string>;
  /** Returns the 99th percentile of the event loop's delay since the last call, in ms. */
  lateness(): Promise<number>;
}

/** @param runtime the command that runs it: Node and its arguments */
export async function startSeller(
  bench: Workbench,
  name: string,
  runtime: readonly [string, ...string[]],
): Promise<SellerNode> {
  const delayFile = join(bench.folder(`${name}-delay`), 'p99');
  const monitor = new URL(`./event-loop-delay.mjs?file=${delayFile}`, import.meta.url);
  const node = await startAlcove(
    bench,
    name,
    [`--import=${monitor}`],
    ['--set', 'chain.network=embedded'],
    runtime,
  );
  const url = String(node.ready.dashboard_url);
  const { dashboard_url: address } = await controlClient(node.dataDir).dashboard();
  const token = await openSession(url, new URLSearchParams(new URL(address).hash.slice(1)).get('code') ?? '');
  const local = createLocalClient({ url, token });
  while ((await local.call(getChain, {})).platform.state !== 'deployed') await sleep(50);
  return {
    ...node,
    store: async (size) => {
      const { document } = await upload(`${node.url}/api/v1/storage`, { size, token: node.token });
      return String(document.content_id);
    },
    encrypt: (id) => encrypt(local, id),
    link: async (id) => (await local.call(getAccessLink, { params: { id } })).url,
    lateness: async () => {
      rmSync(delayFile, { force: true });
      process.kill(node.pid, 'SIGUSR2');
      for (;;) {
        await sleep(10);
        const text = readIfThere(delayFile);
        if (text) return Number(text);
      }
    },
  };
}

const terms = {
  kind: 'register',
  pay_with: 'practice_wallet',
  title: 'A video',
  price: '1000000000',
  resale_price: '0',
  allow_resale: false,
  downloadable: true,
} as const;

async function encrypt(local: LocalClient, id: string): Promise<{ id: string; seconds: number }> {
  const started = performance.now();
  for (;;) {
    try {
      const order = await local.call(postOrder, { body: { ...terms, royalties: [], content_id: id } });
      return { id: order.content_id ?? '', seconds: (performance.now() - started) / 1000 };
    } catch (error) {
      if (!(error instanceof AlcoveError && error.code === 'encrypting')) throw error;
    }
  }
}

function readIfThere(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
