import type { ServerResponse } from 'node:http';
import { expect } from 'vitest';
import type { SettingsInput } from '../../../src/contract/settings.ts';
import { version } from '../../../src/core/version.ts';
import { startAnsweringNode } from '../../peers/support/answering-node.ts';
import type { RawAnswer } from '../http/raw-request.ts';
import { randomKey } from '../random-bytes.ts';
import type { Scene } from './error-cases.ts';
import { startTestNode, type TestNode } from './start-test-node.ts';

/** Number of fetches at a time: four running, and 64 waiting. */
const maxConcurrent = 68;

interface Neighbourly {
  settings?: SettingsInput;
  /** Called while the request waits for the other node. */
  meanwhile?: (own: TestNode) => Promise<unknown>;
  /** Number of other contents that were requested before. */
  others?: number;
}

/** Requests a content that is missing here, for which the only other node sends this response. */
export const fetching =
  (sends: (response: ServerResponse) => void, { settings, meanwhile, others = 0 }: Neighbourly = {}) =>
  async ({ world, target, usual }: Scene): Promise<RawAnswer> => {
    const other = await startAnsweringNode();
    other.version = version;
    const asked = new Promise<void>((resolve) => {
      other.intercept = ({ url = '' }, response) => {
        if (!url.startsWith('/api/v1/storage/')) return false;
        sends(response);
        resolve();
        return true;
      };
    });
    const own = await startTestNode({ settings: { ...settings, network: { bootstrap: [other.host] } } });
    const ask = () => world.send(own, target, { ...usual, params: { id: randomKey().toString('hex') } });
    const before: Promise<unknown>[] = [];
    try {
      await expect.poll(() => statesOf(own)).toEqual(['compatible']);
      before.push(...Array.from({ length: others }, () => ask().catch(() => undefined)));
      await expect.poll(async () => (await transfersOf(own)).length).toBe(Math.min(others, maxConcurrent));
      const answer = ask();
      await asked;
      await meanwhile?.(own);
      return await answer;
    } finally {
      await own.stop();
      await other.stop();
      await Promise.all(before);
    }
  };

async function statesOf(node: TestNode): Promise<string[]> {
  const { peers } = (await (await node.askLocal('/local/peers')).json()) as { peers: { state: string }[] };
  return peers.map(({ state }) => state);
}

async function transfersOf(node: TestNode): Promise<{ id: string }[]> {
  const response = await node.askLocal('/local/transfers');
  return ((await response.json()) as { transfers: { id: string }[] }).transfers;
}

export async function cancelTransfers(node: TestNode): Promise<void> {
  for (const { id } of await transfersOf(node)) {
    await node.askLocal(`/local/transfers/${id}`, { method: 'DELETE' });
  }
}

/** Announces a number of bytes, sends the first part of them, and stalls. */
export const announces =
  (size: number) =>
  (response: ServerResponse): void => {
    response.writeHead(200, { 'Content-Length': size }).write('x');
  };
