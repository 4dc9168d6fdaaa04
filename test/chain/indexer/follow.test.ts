import { Cell, Dictionary, type Message } from '@ton/core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readEvent } from '../../../src/features/chain/contracts/events.ts';
import { readActivity } from '../../../src/features/chain/indexer/platform-activity.ts';
import { person } from '../contracts/support/people.ts';
import { sampleParams, ton } from '../contracts/support/samples.ts';
import { type ChainWorld, openChainWorld, start } from './chain-world.ts';
import { openTestIndexer, type TestIndexer } from './test-indexer.ts';
import { backEndOf, startToncenter, type ToncenterServer } from './toncenter-server.ts';

let world: ChainWorld;
let server: ToncenterServer;
let opened: TestIndexer;

beforeEach(async () => {
  world = await openChainWorld();
  server = await startToncenter(backEndOf(world));
  server.choose = () => backEndOf(world);
  opened = await openTestIndexer({ platform: world.platform, url: server.url });
});
afterEach(async () => {
  await opened.stop();
  await server.stop();
  await world.close();
});

test('indexes events of contracts with the query ids of their orders', async () => {
  const content = world.contentAt(0);
  const licence = world.licenceAt(content, 1);
  const royalties = [{ to: person('second author'), share: 2500 }];
  const registered = await world.register('author', { royalties });
  const listened = await world.buy('buyer', content, 'listen');
  const bought = await world.buy('buyer', content, 'resale');
  const terms = { price: 2n * ton, resalePrice: 7n * ton, allowResale: false, withdrawn: true };
  const changed = await world.setTerms('author', content, terms);
  const offered = await world.offer('buyer', licence, 9n * ton);
  expect(await opened.poll()).toMatchObject({
    status: 'ok',
    message: null,
    height: world.chain.journal.seqno,
  });

  expect(opened.content(content)).toMatchObject({
    ...{ index: 0, address: content, owner: person('author'), ...terms, downloadable: true },
    ...{
      title: 'Песня о море',
      authors: ['Ada Lovelace', 'Анна'],
      hashtags: ['sea', 'summer'],
      size: 4_321_000,
    },
    ...{ royalties: [[person('second author'), 2500]], createdAt: start * 1000, contentType: 'audio/mpeg' },
  });
  expect(opened.licence(licence)).toMatchObject({
    ...{ kind: 'resale', owner: person('buyer'), price: 5n * ton, offer: 9n * ton, index: 1 },
  });
  expect(opened.events).toMatchObject([
    { type: 'content_registered', queryId: registered, content, owner: person('author') },
    {
      type: 'licence_issued',
      queryId: listened,
      content,
      kind: 'listen',
      owner: person('buyer'),
      price: ton,
    },
    { type: 'licence_issued', queryId: bought, licence, kind: 'resale', price: 5n * ton },
    { type: 'content_changed', queryId: changed, ...terms },
    { type: 'licence_offered', queryId: offered, licence, price: 9n * ton },
  ]);

  const sold = await world.buyOffer('third', licence);
  const given = await world.transfer('third', licence, 'fourth');
  await world.transfer('author', content, 'heir');
  await opened.poll();
  expect(opened.events.slice(5)).toMatchObject([
    { type: 'licence_moved', queryId: sold, licence, owner: person('third'), price: 9n * ton },
    { type: 'licence_moved', queryId: given, licence, owner: person('fourth'), price: 0n },
    { type: 'content_changed', owner: person('heir') },
  ]);
  expect(opened.licence(licence)).toMatchObject({ owner: person('fourth'), offer: undefined });
  expect(opened.content(content)).toMatchObject({ owner: person('heir'), withdrawn: true });
});

test('increases the height, and is complete, when nothing happens', async () => {
  const backEnd = backEndOf(world);
  server.choose = () => backEnd;
  const { height, completeUntil } = await opened.poll();
  expect({ height, completeUntil }).toEqual({ height: backEnd.seqno, completeUntil: start - 300 });
  backEnd.seqno += 7;
  backEnd.time += 60;
  expect(await opened.poll()).toMatchObject({ height: height + 7, completeUntil: start - 240 });
  expect(opened.events).toEqual([]);
});

test('the index is not complete before a future time on the chain', async () => {
  server.choose = () => ({ ...backEndOf(world), time: start + 5_000_000 });
  expect((await opened.poll()).completeUntil).toBe(start + 1_000_000 - 300);
});

test('applies an event and its effects in one transaction', async () => {
  await world.register('author');
  const failing = await openTestIndexer({
    ...{ platform: world.platform, url: server.url },
    onEvent: () => {
      throw new Error('the disk is full');
    },
  });
  expect((await failing.poll()).status).toBe('unavailable');
  expect(failing.content(world.contentAt(0))).toBeUndefined();
  expect(failing.indexer.state().height).toBe(0);
  await failing.stop();
});

test('ignores refused messages and forged events', async () => {
  await world.register('author');
  const content = world.contentAt(0);
  await world.buy('buyer', content, 'listen');
  await world.buy('buyer', content, 'resale');
  await world.offer('buyer', world.licenceAt(content, 1), ton);
  await world.transfer('buyer', world.licenceAt(content, 1), 'third');
  await opened.poll();
  const rows = () =>
    ['chain_contents', 'licences'].map((table) => opened.db.prepare(`SELECT * FROM ${table}`).all());
  const before = rows();
  expect(opened.events).toHaveLength(5);
  // Not its owner; a listen licence stays with its buyer; too few coins.
  await world.setTerms('stranger', content, { ...sampleParams(), withdrawn: true });
  await world.transfer('buyer', world.licenceAt(content, 0), 'stranger');
  const registration = world.transactions()[1]?.inMessage?.body ?? Cell.EMPTY;
  await world.send('stranger', world.platform, ton / 100n, registration);
  // The bodies of valid events, from another sender.
  for (const { inMessage } of world.transactions()) {
    const { body } = inMessage ?? {};
    if (body && readEvent(body)) await world.send('stranger', world.platform, ton, body);
  }
  expect((await opened.poll()).status).toBe('ok');
  expect(rows()).toEqual(before);
  expect(opened.events).toHaveLength(5);
});

test('ignores a bounced message, and accepts a valid event without gas of the platform', async () => {
  await world.register('author');
  await world.buy('buyer', world.contentAt(0), 'listen');
  for (const transaction of world.transactions().slice(1)) {
    const { description, inMessage } = transaction;
    if (description.type !== 'generic' || inMessage?.info.type !== 'internal')
      throw new Error('not as expected');
    expect(readActivity(transaction, world.platform)).toBeDefined();
    const aborted = {
      ...transaction,
      description: { ...description, aborted: true },
      outMessages: Dictionary.empty<number, Message>(),
    };
    const isEvent = readEvent(inMessage.body) !== undefined;
    expect(readActivity(aborted, world.platform) !== undefined).toBe(isEvent);
    const info = { ...inMessage.info, bounced: true };
    expect(
      readActivity({ ...transaction, inMessage: { ...inMessage, info } }, world.platform),
    ).toBeUndefined();
  }
});
