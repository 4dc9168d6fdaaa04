import { afterEach, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { longIt, someCases } from '../../support/random-runs.ts';
import { makeChain } from './made-chain.ts';
import { openTestIndexer, type TestIndexer } from './test-indexer.ts';
import { type BackEnd, earlier, startToncenter, type ToncenterServer } from './toncenter-server.ts';

type MadeChain = Awaited<ReturnType<typeof makeChain>>;
let chain: MadeChain;
/** Another one of the same platform. */
let other: MadeChain;
let server: ToncenterServer;
let opened: TestIndexer;

beforeAll(async () => {
  chain = await makeChain(200);
  other = await makeChain(150, 'other');
});
beforeEach(async () => {
  server = await startToncenter(chain);
  opened = await openTestIndexer({ platform: chain.platform, url: server.url });
});
afterEach(async () => {
  await opened.stop();
  await server.stop();
});

const rows = ({ db }: TestIndexer) => ({
  contents: db.prepare('SELECT count(*) FROM chain_contents').pluck().get(),
  licences: db.prepare('SELECT count(*) FROM licences').pluck().get(),
});
const all = ({ contents, licences }: MadeChain) => ({ contents, licences });
const without = (at: number): BackEnd => ({ ...chain, transactions: chain.transactions.toSpliced(at, 1) });

longIt('reaches the same state by one long and by several short readings', async () => {
  server.choose = () => earlier(chain, 107);
  await opened.poll();
  server.choose = () => chain;
  expect((await opened.poll()).height).toBe(chain.seqno);
  expect(rows(opened)).toEqual(all(chain));
  const late = await openTestIndexer({ platform: chain.platform, url: server.url });
  await late.poll();
  expect(late.events).toEqual(opened.events);
  expect(late.market.page(late.filter, 'newest', undefined, 100)).toEqual(
    opened.market.page(opened.filter, 'newest', undefined, 100),
  );
  await late.stop();
});

test.each(
  someCases([
    ['in its middle', 100],
    ['at its end', 198],
    ['at its beginning', 0],
  ] as const),
)('applies nothing of a history with a gap %s', async (_, at) => {
  server.choose = () => without(at);
  expect(await opened.poll()).toMatchObject({ status: 'unavailable', height: 0 });
  expect(opened.indexer.state().message?.reason).toMatch(/^chain\.(serviceWrong|refused)$/);
  expect(rows(opened)).toEqual({ contents: 0, licences: 0 });
  server.choose = () => chain;
  expect((await opened.poll()).status).toBe('ok');
  expect(rows(opened)).toEqual(all(chain));
});

test('does not change the index for a gap behind the known state', async () => {
  server.choose = () => earlier(chain, 120);
  const before = await opened.poll();
  const known = rows(opened);
  server.choose = () => without(120);
  expect(await opened.poll()).toMatchObject({ status: 'unavailable', height: before.height });
  expect(rows(opened)).toEqual(known);
});

test('a replica that reads the index of another one is complete while that one keeps up with the chain', async () => {
  const follower = await openTestIndexer({
    ...{ platform: chain.platform, url: server.url, folder: opened.folder },
    isLeading: () => false,
  });
  onTestFinished(() => follower.stop(true));
  const behind = { status: 'unavailable', message: { reason: 'chain.replicaBehind' } };
  server.choose = () => earlier(chain, 60);
  // The other one has not begun.
  expect(await follower.poll()).toMatchObject(behind);
  await opened.poll();
  expect((await follower.poll()).status).toBe('ok');
  // It asks shortly before the other one, and something happens between any two polls.
  for (let left = 59; left > 40; left -= 1) {
    server.choose = () => earlier(chain, left);
    expect((await follower.poll()).status, `${left}`).toBe('ok');
    await opened.poll();
  }
  server.choose = () => earlier(chain, 40);
  for (let n = 0; n < 6; n += 1) await follower.poll();
  expect(follower.indexer.state()).toMatchObject(behind);
});

test('does not trust back ends that lag behind, in any order of answers', async () => {
  await opened.poll();
  const { events } = opened;
  const newer = { ...chain, seqno: chain.seqno + 1 };
  server.choose = (_, number) => (number % 3 === 0 ? newer : earlier(chain, 1 + (number % 50)));
  for (let n = 0; n < 30; n += 1) {
    expect((await opened.poll()).height).toBeGreaterThanOrEqual(chain.seqno);
  }
  expect(opened.indexer.state().height).toBe(newer.seqno);
  server.choose = () => chain;
  expect((await opened.poll()).height).toBe(newer.seqno);
  expect(rows(opened)).toEqual(all(chain));
  expect(events).toHaveLength(chain.contents + chain.licences);
});

test('the index is not complete for a back end that is ahead by its number and behind by its transactions', async () => {
  const { height, completeUntil } = await opened.poll();
  server.choose = () => ({ ...earlier(chain, 4), seqno: height + 100, time: chain.time + 600 });
  expect(await opened.poll()).toMatchObject({ height, completeUntil });
});

test('does not trust back ends without the platform as long as one has it', async () => {
  await opened.poll();
  const empty = { ...chain, seqno: chain.seqno + 5, transactions: [] };
  // Every request for the head reaches the one without the platform; of the later requests, one in three
  // reaches another.
  server.choose = ({ method }, number) => (method === 'getTransactions' && number % 3 === 0 ? chain : empty);
  for (let n = 0; n < 40; n += 1) await opened.poll();
  expect(rows(opened)).toEqual(all(chain));
  expect(opened.events).toHaveLength(chain.contents + chain.licences);
});

test('discards a false history without a beginning, and reads the true one', async () => {
  server.choose = () => ({ ...other, transactions: other.transactions.slice(5) });
  for (let n = 0; n < 3; n += 1) expect((await opened.poll()).status).toBe('unavailable');
  server.choose = () => chain;
  expect((await opened.poll()).status).toBe('ok');
  expect(
    opened.content(opened.market.page(opened.filter, 'newest', undefined, 1)[0]?.address ?? '')?.title,
  ).toMatch(/^song/);
  expect(rows(opened)).toEqual(all(chain));
});

longIt('reads a replaced chain again once the replacement is certain', async () => {
  await opened.poll();
  for (const answer of [
    { ...other, seqno: chain.seqno + 10 },
    { ...other, transactions: [], seqno: chain.seqno + 30 },
  ]) {
    server.choose = () => answer;
    for (let n = 0; n < 7; n += 1) {
      expect((await opened.poll()).status).toBe('unavailable');
      expect(rows(opened)).toEqual(all(chain));
    }
    // The former chain is back for a moment, so the replacement is no longer likely.
    server.choose = () => ({ ...chain, seqno: answer.seqno + 10 });
    expect((await opened.poll()).status).toBe('ok');
  }
  // With a lower number than before.
  server.choose = () => other;
  for (let n = 0; n < 7; n += 1) await opened.poll();
  expect(rows(opened)).toEqual(all(chain));
  expect(await opened.poll()).toMatchObject({ status: 'ok', height: other.seqno });
  expect(rows(opened)).toEqual(all(other));
  expect(opened.events).toHaveLength(other.contents + other.licences);
  expect(opened.market.page(opened.filter, 'newest', undefined, 1)[0]?.title).toMatch(/^other/);
  expect(opened.market.count({ ...opened.filter, q: 'song' })).toBe(0);
});

longIt(
  'removes entries missing from the embedded chain immediately, because it has one back end',
  async () => {
    const embedded = await openTestIndexer({
      platform: chain.platform,
      url: server.url,
      network: 'embedded',
    });
    await embedded.poll();
    expect(rows(embedded)).toEqual(all(chain));
    // Its last blocks are lost; then all of it, and another one is created.
    const shorter = earlier(chain, 8);
    server.choose = () => shorter;
    expect(await embedded.poll()).toMatchObject({ status: 'ok', height: shorter.seqno });
    expect(rows(embedded)).toEqual({ contents: chain.contents - 2, licences: chain.licences - 6 });
    server.choose = () => other;
    expect(await embedded.poll()).toMatchObject({ status: 'ok', height: other.seqno });
    expect(rows(embedded)).toEqual(all(other));
    await embedded.stop();
  },
);

test('gives up a height without a block when every back end is below it', async () => {
  server.choose = () => ({ ...chain, seqno: 2 ** 40 });
  await opened.poll();
  server.choose = () => chain;
  for (let n = 0; n < 30; n += 1) await opened.poll();
  expect(opened.indexer.state()).toMatchObject({ status: 'ok', height: chain.seqno });
  expect(rows(opened)).toEqual(all(chain));
});
