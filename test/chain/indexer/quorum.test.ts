import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type ChainClient, createChainClient } from '../../../src/features/chain/client/chain-client.ts';
import { makeChain } from './made-chain.ts';
import { openTestIndexer, type TestIndexer } from './test-indexer.ts';
import { earlier, startToncenter, type ToncenterServer } from './toncenter-server.ts';

type MadeChain = Awaited<ReturnType<typeof makeChain>>;
let chain: MadeChain;
/** Another chain of the same platform. */
let other: MadeChain;
let first: ToncenterServer;
let second: ToncenterServer;
let client: ChainClient;
let opened: TestIndexer;

beforeAll(async () => {
  chain = await makeChain(41);
  other = await makeChain(41, 'other');
});
beforeEach(async () => {
  [first, second] = [await startToncenter(chain), await startToncenter(chain)];
  client = await createChainClient({ network: 'testnet', endpoints: [second.url], limits: { attempts: 1 } });
  opened = await openTestIndexer({ platform: chain.platform, url: first.url, second: client.ton });
});
afterEach(async () => {
  await opened.stop();
  client.close();
  await Promise.all([first.stop(), second.stop()]);
});

const known = () => opened.events.length;
const all = () => chain.contents + chain.licences;

test('indexes what both services return, with the pages of one of them', async () => {
  expect(await opened.poll()).toMatchObject({ status: 'ok', height: chain.seqno });
  expect(known()).toBe(all());
  expect(second.requests.map(({ method }) => method)).toEqual(['getAddressInformation']);
});

test.each(['first', 'second'] as const)(
  'applies only what both have while the %s service lags, and the rest later',
  async (which) => {
    const lagging = which === 'first' ? first : second;
    lagging.choose = () => earlier(chain, 12);
    expect(await opened.poll()).toMatchObject({ status: 'ok', height: chain.seqno - 12 });
    expect(known()).toBe(all() - 12);
    lagging.choose = () => chain;
    expect(await opened.poll()).toMatchObject({ status: 'ok', height: chain.seqno });
    expect(known()).toBe(all());
  },
);

test.each(['first', 'second'] as const)(
  'applies nothing and reports an error when the %s service invents transactions',
  async (which) => {
    const lying = which === 'first' ? first : second;
    [first, second].map((server) => {
      server.choose = () => earlier(chain, 12);
    });
    await opened.poll();
    const before = opened.indexer.state();
    first.choose = () => chain;
    second.choose = () => chain;
    lying.choose = () => other;
    for (let n = 0; n < 9; n += 1) {
      expect(await opened.poll()).toMatchObject({
        ...{ status: 'unavailable', message: { reason: 'chain.servicesDisagree' } },
        ...{ height: before.height, completeUntil: before.completeUntil },
      });
    }
    expect(known()).toBe(all() - 12);
    lying.choose = () => chain;
    expect(await opened.poll()).toMatchObject({ status: 'ok' });
    expect(known()).toBe(all());
  },
);

test('applies nothing without an answer of the second service', async () => {
  second.spoil = (_, response) => {
    response.destroy();
    return true;
  };
  expect(await opened.poll()).toMatchObject({ status: 'unavailable', height: 0, completeUntil: 0 });
  expect(known()).toBe(0);
});

test('treats a chain as replaced only when both services lack the known state', async () => {
  await opened.poll();
  first.choose = () => ({ ...chain, seqno: chain.seqno + 5, transactions: [] });
  for (let n = 0; n < 12; n += 1) await opened.poll();
  expect(known()).toBe(all());
});
