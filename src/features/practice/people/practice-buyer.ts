import { setTimeout as pause } from 'node:timers/promises';
import { contentList } from '../../../contract/node-api/content.ts';
import { postPurchaseContent } from '../../../contract/node-api/orders.ts';
import { parseTonAddress, type RawAddress } from '../../../core/ton/ton-address.ts';
import { isTransient, RefusedError } from './node-user.ts';
import { type PracticePerson, TooExpensiveError } from './practice-person.ts';

/** What the buyer uses of a person. */
export type Buyer = Pick<
  PracticePerson,
  'account' | 'user' | 'signal' | 'resume' | 'hasDone' | 'done' | 'pay' | 'report'
>;

export interface BuyerOptions {
  /** The other practice people, from whom nothing is bought. */
  others: readonly RawAddress[];
  /** Pause between requests of the list of works. */
  pollMs?: number;
}

/** Beginning of the purposes of purchases. */
const purchases = 'buy:';
/** Limits: more expensive works, and works after these, are not bought. */
const limits = { price: 10_000_000_000n, purchases: 20 };
/** Number of works that are requested, the newest. */
const listed = 20;

/**
 * Buys each new work of other people once, until the limit or the signal; what is unavailable is tried again later.
 */
export async function buyNewWorks(person: Buyer, { others, pollMs = 5000 }: BuyerOptions): Promise<void> {
  const except = new Set([person.account.raw, ...others]);
  /** Works that cannot be bought in this run. */
  const refused = new Set<RawAddress>();
  await person.resume();
  while (person.done(purchases) < limits.purchases) {
    // A short pause, so that people see the work in the Store first.
    await pause(pollMs, undefined, { signal: person.signal });
    const works = await worksOf(person, except).catch((error: unknown) => person.report(error) ?? []);
    for (const address of works.filter((work) => !refused.has(work))) {
      await buy(person, address).catch((error: unknown) => {
        if (isFinal(error)) refused.add(address);
        person.report(error);
      });
      person.signal.throwIfAborted();
    }
  }
}

/** Returns whether the same purchase cannot succeed later; a failed connection can. */
const isFinal = (error: unknown): boolean =>
  error instanceof TooExpensiveError || (error instanceof RefusedError && !isTransient(error));

async function worksOf({ user }: Buyer, except: ReadonlySet<RawAddress>): Promise<RawAddress[]> {
  const { items } = await user.call(contentList, {
    method: 'GET',
    path: `/api/v1/content.list?limit=${listed}`,
  });
  return items.flatMap((item) => {
    if ('deleted' in item || !item.encrypted) return [];
    const address = parseTonAddress(item.content_address ?? '');
    const owner = parseTonAddress(item.encrypted.owner_address);
    const price = BigInt(item.encrypted.license.listen.price);
    const isWanted = owner !== undefined && !except.has(owner) && price > 0n && price <= limits.price;
    return address !== undefined && isWanted ? [address] : [];
  });
}

async function buy(person: Buyer, address: RawAddress): Promise<void> {
  const purpose = `${purchases}${address}`;
  if (person.hasDone(purpose) || person.done(purchases) >= limits.purchases) return;
  const message = await person.user.call(postPurchaseContent.responses[200].schema, {
    ...postPurchaseContent,
    body: { content_address: address, license_type: 'listen' },
  });
  await person.pay(purpose, message, limits.price + limits.price / 10n);
}
