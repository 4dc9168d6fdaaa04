import { randomUUID } from 'node:crypto';
import type { AlcoveError } from '@alcove/client';
import { Address } from '@ton/core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { getIntents, postNewContentMessage } from '../../src/contract/node-api/orders.ts';
import { getDecodeContentId } from '../../src/contract/node-api/serving.ts';
import { startTestNode, type TestNode } from '../support/node/start-test-node.ts';
import { longIt } from '../support/random-runs.ts';
import { forWebUsers, publication, ton, type WebUser, webUser } from './support/web-user.ts';

let alcove: TestNode;
let author: WebUser;
let buyer: WebUser;
beforeAll(async () => {
  alcove = await startTestNode({ settings: forWebUsers });
  [author, buyer] = [await webUser(alcove, 61), await webUser(alcove, 62)];
});
afterAll(() => alcove.stop());

/** The target is 2 s; a busy machine gets more, and the value is printed. */
const patience = { timeout: 120_000, interval: 20 };

/** Sends a message with a wallet, and waits until it is indexed. */
async function sendAndSee<T>(
  send: () => Promise<unknown>,
  read: () => Promise<T>,
  expected: T,
): Promise<void> {
  const begun = performance.now();
  await send();
  await expect.poll(read, patience).toEqual(expected);
  console.info(`seen ${Math.round(performance.now() - begun)} ms after the wallet began to send`);
}

const intentOf = async (user: WebUser, { query_id }: { query_id: string }) =>
  (await user.intents()).find((order) => order.query_id === query_id);

describe('a web client over HTTP', () => {
  it('publishes with its user’s wallet, and another user buys', async () => {
    const content = await author.upload(`A song, ${randomUUID()}`);
    // The sold content is the encrypted file, which the order names.
    const encryptedId = async () => (await author.intents())[0]?.content_id ?? content;
    const viewedBy = async (user: WebUser) => user.client.content.view(await encryptedId());
    const visible = async () => (await viewedBy(buyer).catch(() => undefined))?.content_address ?? null;
    const published = await author.publish(content, { authors: ['Ada', 'Grace'], hashtags: ['#summer'] });
    expect(await intentOf(author, published)).toMatchObject({
      ...{
        state: 'open',
        kind: 'register',
        content_id: await encryptedId(),
        price: `${ton}`,
        settled_at: null,
      },
    });
    expect(await intentOf(buyer, published)).toBeUndefined();
    expect(await visible()).toBeNull();

    await sendAndSee(
      () => author.send(published),
      async () => (await visible()) !== null,
      true,
    );
    const record = await viewedBy(buyer);
    expect(record).toMatchObject({
      ...{ title: 'Summer song', authors: ['Ada', 'Grace'], hashtags: ['summer'], published: true },
      ...{ have_licenses: [], downloadable: false },
      encrypted: { license: { listen: { price: `${ton}` }, resale: { price: `${ton}` } }, status: 'active' },
    });
    expect(Address.parse(record.encrypted?.owner_address ?? '').equals(author.address)).toBe(true);
    expect(await intentOf(author, published)).toMatchObject({
      ...{ state: 'confirmed', content_address: record.content_address, settled_at: expect.any(String) },
    });

    const decoded = await author.client.call(getDecodeContentId, { params: { id: await encryptedId() } });
    expect(decoded.content_address).toBe(record.content_address);
    await expect(author.buy(record.content_address ?? '')).rejects.toMatchObject({
      code: 'already_licensed',
    });

    const authorHad = await author.balance();
    const [buyerHad, order] = [
      await buyer.balance(),
      await buyer.buy(record.content_address ?? '', 'resale'),
    ];
    expect(order.license_type).toBe('listen');
    expect((await intentOf(buyer, order))?.state).toBe('open');
    const held = async () => (await viewedBy(buyer)).have_licenses;
    await sendAndSee(() => buyer.send(order), held, ['listen']);
    expect((await viewedBy(author)).have_licenses).toEqual(['listen', 'resale']);
    const played = await viewedBy(buyer);
    expect(played).toMatchObject({ downloadable: true });
    expect((await viewedBy(buyer)).display_options.content_url).toBe(played.display_options.content_url);
    expect(await intentOf(buyer, order)).toMatchObject({
      ...{ state: 'confirmed', kind: 'purchase', license_type: 'listen', content_id: await encryptedId() },
    });
    expect(await intentOf(author, order)).toBeUndefined();

    // The recipient pays the fee for receiving a payment; the buyer's surplus was returned.
    const earned = (await author.balance()) - authorHad;
    expect(earned > ton - 1_000_000n && earned <= ton).toBe(true);
    await expect
      .poll(async () => buyerHad - (await buyer.balance()) < ton + 70_000_000n, patience)
      .toBe(true);
    await expect(buyer.buy(record.content_address ?? '')).rejects.toMatchObject({ code: 'already_licensed' });
    await expect(author.publish(content)).rejects.toMatchObject({ code: 'already_registered' });
  });

  longIt('gets an error when the chain is unreachable, and all other functions work', async () => {
    const host = await startTestNode({ settings: { chain: { network: 'embedded' } } });
    const { endpoint, platform } = await host.node.shareChain();
    const node = await startTestNode({
      settings: { chain: { network: 'embedded', endpoint, master_address: platform } },
    });
    onTestFinished(() => node.stop());
    const client = node.client(await node.token('chain:send', 'storage:write', 'content:read'));
    const { content_id: content } = await client.storage.upload(new Blob(['A song']));
    const publish = () => client.call(postNewContentMessage, { body: publication(content) });
    await expect
      .poll(
        () =>
          publish().then(
            () => true,
            () => false,
          ),
        patience,
      )
      .toBe(true);
    await host.stop();
    const refusal = () =>
      publish().then(
        () => 'none',
        ({ code }: AlcoveError) => code,
      );
    await expect.poll(refusal, patience).toBe('chain_unavailable');
    expect((await client.call(getIntents, {})).items).toMatchObject([{ state: 'open' }]);
    expect((await client.content.view(content)).content_id).toBe(content);
  });
});
