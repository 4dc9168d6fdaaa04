import { createHash } from 'node:crypto';
import bs58 from 'bs58';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { contentIdOf } from '../../src/core/content-id.ts';
import { parseTonAddress } from '../../src/core/ton/ton-address.ts';
import { contentMetadataCell } from '../../src/features/chain/contracts/content-metadata.ts';
import { registerContent } from '../../src/features/chain/contracts/messages.ts';
import { forWebUsers, type WebUser, webUser } from '../orders/support/web-user.ts';
import { startPublicNode } from '../support/node/public-node.ts';
import { json, type TestNode } from '../support/node/start-test-node.ts';
import { randomBytes, randomKey } from '../support/random-bytes.ts';
import { patience, type Seller, seller } from './support/seller.ts';

/**
 * A second owner of a file that is sold here registers its plain bytes. No response of the node API contains
 * their hash for users without a licence.
 */

let shop: Seller;
let friend: TestNode;
let author: WebUser;
let rival: WebUser;
let other: WebUser;
let text: string;
let plain: string;
beforeAll(async () => {
  text = `A song, ${randomBytes(8).toString('hex')}`;
  // Another node publishes the same file.
  friend = await startPublicNode({});
  const kept = await friend.client(await friend.token('storage:write')).storage.upload(new Blob([text]));
  plain = kept.content_id;
  await friend.askLocal(`/local/content/${plain}`, { method: 'PATCH', ...json({ published: true }) });
  shop = await seller({
    settings: { ...forWebUsers, network: { bootstrap: [friend.node.nodeUrl], allow_private_hosts: true } },
  });
  await shop.hasMarket();
  [author, rival, other] = [
    await webUser(shop.alcove, 91),
    await webUser(shop.alcove, 92),
    await webUser(shop.alcove, 93),
  ];
});
afterAll(async () => {
  await shop.stop();
  await friend.stop();
});

/** Every identifier of these bytes. */
function spellings(): string[] {
  const hash = createHash('sha256').update(text).digest();
  const cid = Buffer.concat([Buffer.from([1, 0x55, 0x12, 0x20]), hash]);
  return [
    ...[hash.toString('hex'), hash.toString('base64'), hash.toString('base64url'), bs58.encode(hash)],
    ...[
      contentIdOf(hash),
      `z${bs58.encode(cid)}`,
      cid.toString('base64').replace(/=+$/, ''),
      cid.toString('base64url'),
    ],
  ];
}

interface Described {
  paths: Record<string, Record<string, { parameters?: { name: string; in: string }[] }>>;
}

const fill = (path: string, id: string) => path.replace(/\{\w+\}/, encodeURIComponent(id));

/** Calls every endpoint that reads with all ids that a user may know, except the plain one. */
async function answersTo(
  token: string | undefined,
  ids: readonly string[],
  cursors: readonly string[],
): Promise<string[]> {
  const headers: Record<string, string> = token === undefined ? {} : { Authorization: token };
  const { paths } = (await (await shop.alcove.ask('/api/openapi.json')).json()) as Described;
  const readers = Object.entries(paths).filter(([, { get }]) => get);
  const values: Record<string, readonly string[]> = {
    ...{
      content_id: ids,
      content_address: ids,
      q: ['song', 'summer'],
      author: ['Ada'],
      owner: [rival.address.toString()],
    },
    ...{ since: ['', ...cursors], cursor: cursors, content_type: ['text/plain'] },
    recipient: ['age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p'],
  };
  const targets = readers.flatMap(([path, { get }]) => {
    const named = (get?.parameters ?? []).filter((one) => one.in === 'query' && one.name !== 'recipient');
    const queries = named.flatMap(({ name }) =>
      (values[name] ?? []).map(
        (value) =>
          `?${new URLSearchParams({ [name]: value, ...(path.endsWith('content.key') ? { recipient: values.recipient?.[0] ?? '' } : {}) })}`,
      ),
    );
    const filled = path.includes('{') ? ids.map((id) => fill(path, id)) : [path];
    return filled.flatMap((one) => ['', ...queries].map((query) => one + query));
  });
  const answers = targets.map(async (target) => {
    const response = await shop.alcove.ask(target, { headers });
    return [target, response.status, ...[...response.headers].flat(), await response.text()].join('\n');
  });
  return Promise.all(answers);
}

/** Its addresses on the chain, for any owner. */
async function addresses(): Promise<{ owner: string; content_address: string }[]> {
  return (await shop.ask<{ items: { owner: string; content_address: string }[] }>('/local/market')).items;
}

const ofWallet = async (owner: WebUser) =>
  (await addresses()).filter((one) => one.owner.slice(2, -4) === owner.address.toString().slice(2, -4));

const inMarket = (owner: WebUser, count: number) =>
  expect.poll(async () => (await ofWallet(owner)).length, patience).toBe(count);

const cursorsOf = async (): Promise<string[]> => {
  const listed = async (query: string) => {
    const response = await shop.alcove.ask(`/api/v1/content.list${query}`);
    return ((await response.json()) as { next_cursor: string | null }).next_cursor ?? [];
  };
  return (await Promise.all([listed('?since='), listed('?limit=1')])).flat();
};

/** A registration of any file for any price, which a wallet may send without this node. */
function registration(
  owner: WebUser,
  terms: { contentId: string; imageId?: string; price?: bigint },
): string {
  const metadata = contentMetadataCell({
    ...{
      title: 'Summer song',
      previewId: '',
      description: '',
      authors: ['Ada'],
      hashtags: [],
      imageId: '',
      size: text.length,
    },
    ...{ contentType: 'text/plain', keyHash: null, ...terms },
  });
  const params = { price: terms.price ?? 0n, resalePrice: 0n, allowResale: false, downloadable: true };
  return registerContent({
    ...{ queryId: BigInt(Date.now()), validUntil: Math.floor(Date.now() / 1000) + 300 },
    owner: parseTonAddress(owner.address.toString()) ?? null,
    params: { ...params, royalties: [], metadata },
  })
    .toBoc()
    .toString('base64');
}

async function expectUnnamed(encrypted: string, cursors: readonly string[]): Promise<void> {
  const naming: string[] = [];
  const ids = [encrypted, ...(await addresses()).map(({ content_address }) => content_address)];
  for (const user of [undefined, other]) {
    for (const answer of await answersTo(user?.token, ids, cursors)) {
      if (spellings().some((name) => answer.includes(name)))
        naming.push(`${user ? 'a user' : 'nobody'} ${answer}`);
    }
  }
  expect(naming).toEqual([]);
}

it('discloses the hash of a plain file sold by another user to nobody', async () => {
  const headers = { Authorization: other.token };
  const found = async () =>
    (await (await shop.alcove.ask('/api/v1/network.content', { headers })).json()).total;
  await expect.poll(found, patience).toBe(1);
  await author.upload(text);
  expect(await rival.upload(text)).toBe(plain);
  const cursors = await cursorsOf();
  const free = await rival.publish(plain, { price: '0' });
  const sale = await author.publish(plain);
  const encrypted = (await author.intents())[0]?.content_id ?? '';
  await expectUnnamed(encrypted, cursors);

  await rival.send({ ...free, payload: registration(rival, { contentId: plain, price: 1_000_000_000n }) });
  await inMarket(rival, 1);
  await expectUnnamed(encrypted, cursors);

  await author.send(sale);
  await expect.poll(async () => (await author.intents())[0]?.state, patience).toBe('confirmed');
  await expectUnnamed(encrypted, cursors);

  // Also as the cover of another content, stored here and not.
  const cover = await rival.upload(`Another song, ${text}`);
  await rival.send({ ...free, payload: registration(rival, { contentId: cover, imageId: plain }) });
  await inMarket(rival, 2);
  await rival.send({
    ...free,
    payload: registration(rival, { contentId: contentIdOf(randomKey()), imageId: plain }),
  });
  await inMarket(rival, 3);
  for (const { content_address } of await ofWallet(rival)) {
    await other.buy(content_address).then(other.send, () => {});
  }
  await expect
    .poll(async () => (await other.intents()).some(({ state }) => state === 'confirmed'), patience)
    .toBe(true);
  await expectUnnamed(encrypted, [...cursors, ...(await cursorsOf())]);
});
