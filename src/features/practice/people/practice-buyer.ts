import { setTimeout as pause } from 'node:timers/promises';
import { contentList, contentRecord } from '../../../contract/node-api/content.ts';
import { postPurchaseContent } from '../../../contract/node-api/orders.ts';
import { parseTonAddress, type RawAddress } from '../../../core/ton/ton-address.ts';
import { isTransient } from './node-user.ts';
import type { PracticePerson } from './practice-person.ts';

export interface BuyerOptions {
  /** The other practice people, from whom nothing is bought. */
  others: readonly RawAddress[];
  /** How often the buyer looks for new works. */
  lookMs?: number;
}

/** Limits: more expensive works, and works after these, are not bought. */
const limits = { price: 10_000_000_000n, purchases: 20 };
/** The newest works that are looked at. */
const newest = 20;

/** Buys each new work of other people once, until the signal; what is unavailable is tried again later. */
export async function buyNewWorks(
  person: PracticePerson,
  { others, lookMs = 5000 }: BuyerOptions,
): Promise<void> {
  const except = new Set([person.account.raw, ...others]);
  /** Works that the node refused to sell in this run. */
  const refused = new Set<RawAddress>();
  await person.resume();
  for (;;) {
    // A short pause, so that people see the work in the Store first.
    await pause(lookMs, undefined, { signal: person.signal });
    const works = await worksOf(person, except).catch((error: unknown) => person.report(error) ?? []);
    for (const address of works.filter((work) => !refused.has(work))) {
      await buy(person, address).catch((error: unknown) => {
        if (!isTransient(error)) refused.add(address);
        person.report(error);
      });
      person.signal.throwIfAborted();
    }
  }
}

async function worksOf({ user }: PracticePerson, except: ReadonlySet<RawAddress>): Promise<RawAddress[]> {
  const { items } = await user.call(contentList, {
    method: 'GET',
    path: `/api/v1/content.list?limit=${newest}`,
  });
  return items.flatMap((item) => {
    const { data } = contentRecord.safeParse(item);
    const address = parseTonAddress(data?.content_address ?? '');
    const owner = parseTonAddress(data?.encrypted?.owner_address ?? '');
    const price = BigInt(data?.encrypted?.license.listen.price ?? 0);
    const isWanted = owner !== undefined && !except.has(owner) && price > 0n && price <= limits.price;
    return address !== undefined && isWanted ? [address] : [];
  });
}

async function buy(person: PracticePerson, address: RawAddress): Promise<void> {
  const purpose = `buy:${address}`;
  if (person.hasDone(purpose) || person.done('buy:') >= limits.purchases) return;
  const message = await person.user.call(postPurchaseContent.answers[200].schema, {
    ...postPurchaseContent,
    body: { content_address: address, license_type: 'listen' },
  });
  await person.pay(purpose, message, limits.price + limits.price / 10n);
}
