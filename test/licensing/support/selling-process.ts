import { readFileSync, writeFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { expect } from 'vitest';
import type { ChainState } from '../../../src/contract/dashboard-api/chain.ts';
import type { LocalContent } from '../../../src/contract/dashboard-api/content.ts';
import type { Order } from '../../../src/contract/dashboard-api/orders.ts';
import { openDashboard } from '../../support/node/open-dashboard.ts';
import { serveNodeIn } from '../../support/node/run-alcove.ts';
import { fetchAfterTimers, json } from '../../support/node/start-test-node.ts';
import { patience, registration } from './seller.ts';

/** Starts a node in a separate process, controlled with the rights of its owner. */
export async function serveSeller(dataDir: string) {
  const node = await serveNodeIn(
    { environment: { ALCOVE_LOG_LEVEL: 'trace' } },
    dataDir,
    '--set',
    'chain.network=embedded',
  );
  const { token } = await openDashboard(dataDir);
  const ask = (path: string, init?: RequestInit) =>
    fetchAfterTimers(`${node.ready.dashboard_url}${path}`, {
      ...init,
      headers: { Authorization: `Bearer ${token}`, ...init?.headers },
    });
  const get = async <T>(path: string) => (await (await ask(path)).json()) as T;
  const upload = async (body: RequestInit['body']) => {
    const response = await ask('/local/content', { method: 'POST', body, duplex: 'half' } as RequestInit);
    return ((await response.json()) as { content: LocalContent }).content;
  };
  const register = (content_id: string) =>
    ask('/local/orders', {
      method: 'POST',
      ...json({ pay_with: 'practice_wallet', ...registration, content_id }),
    });
  return {
    ...node,
    ask,
    get,
    upload,
    register,
    /** Registers a content; retries while it is being encrypted. */
    registerWhole: async (content_id: string): Promise<Order> => {
      for (;;) {
        const response = await register(content_id);
        const document = await response.text();
        if (response.status === 200) return JSON.parse(document) as Order;
        expect(response.status, document).toBe(409);
        await setTimeout(100);
      }
    },
    storage: (id: string) => fetchAfterTimers(`${node.ready.node_url}/api/v1/storage/${id}`),
    hasMarket: () =>
      expect
        .poll(async () => (await get<ChainState>('/local/chain')).platform.state, patience)
        .toBe('deployed'),
    /** Resets the peak of the resident memory. */
    resetPeak: () => writeFileSync(`/proc/${node.ready.pid}/clear_refs`, '5'),
    /** Returns the peak of the resident memory in MiB. */
    peakMiB: () =>
      Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${node.ready.pid}/status`, 'utf8'))?.[1]) / 1024,
  };
}
