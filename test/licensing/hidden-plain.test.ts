import { expect, it } from 'vitest';
import { shop, user } from './support/shop.ts';

const isListed = ({ list }: Awaited<ReturnType<typeof shop>>, sha256: Buffer): boolean =>
  list
    .page({ limit: 100 }, undefined)
    .items.some(({ record }) => record !== undefined && record.sha256.equals(sha256));

it('does not list a sold plain file that a second owner registers', async () => {
  const store = await shop();
  const plain = await store.store(Buffer.from('la la'));
  await store.store(Buffer.from('la la'), 'user:2');
  await store.encryptions.encrypt(plain, user);
  await store.service.publishFor(['user:2'], plain, undefined);
  expect(isListed(store, plain)).toBe(false);
});

it('removes one listed by an earlier version from the lists at the start', async () => {
  const store = await shop();
  const plain = await store.store(Buffer.from('la la'));
  await store.encryptions.encrypt(plain, user);
  await store.contents.edit(plain, (record) => ({ ...record, published: true }), Date.now());
  expect(isListed(store, plain)).toBe(true);
  await store.encryptions.start();
  expect(isListed(store, plain)).toBe(false);
});

it('reports the plain file as unrestricted when the sale is cancelled', async () => {
  const reopened: Buffer[] = [];
  const store = await shop({ onUnrestricted: (content) => reopened.push(content) });
  const plain = await store.store(Buffer.from('la la'));
  await store.encryptions.encrypt(plain, user);
  expect(reopened).toEqual([]);
  await store.encryptions.cancel(plain);
  expect(reopened).toEqual([plain]);
  expect(store.isRestricted(plain)).toBe(false);
});
