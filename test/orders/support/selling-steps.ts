import { createHash } from 'node:crypto';
import fc from 'fast-check';
import type { NewOrder } from '../../../src/features/orders/order.ts';
import { type SellingRows, sellingScope } from './selling-replica.ts';

const few = fc.nat(2);
const person = fc.constantFrom('ann', 'bob', 'me');
const minute = 60_000;

export const sellingStep = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant('place' as const), number: few, terms: fc.nat(1) }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constantFrom('sign', 'send', 'receive', 'ask', 'share'),
      order: fc.nat(9),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('end' as const), order: fc.nat(9), isPaid: fc.boolean() }),
  },
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constant('register' as const), order: fc.nat(9), number: few }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('issue' as const), number: few, licence: few, to: person }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('move' as const),
      licence: few,
      to: person,
      isSale: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('change' as const), number: few, to: person }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('walk' as const), length: fc.integer({ min: 1, max: 5 }) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('follow' as const), number: few }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constantFrom('decide', 'look', 'forget', 'accept'), licence: few }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('expire', 'remove'), after: fc.nat(200) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('replace' as const) }) },
);

export type SellingStep = typeof sellingStep extends fc.Arbitrary<infer Step> ? Step : never;

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();
const addressOf = (text: string): string => `0:${sha256(text).toString('hex')}`;

const orderOf = (at: number, number: number, terms: number): NewOrder => ({
  ...{ queryId: String(at), user: 'owner', kind: 'register', payWith: 'service_wallet', allowance: null },
  ...{
    payer: addressOf('me'),
    recipient: null,
    target: sellingScope.platform,
    purpose: `register ${number}`,
  },
  ...{ terms: String(terms), sha256: sha256(`file ${number}`), contentAddress: null, licence: null },
  ...{ shareHost: number === 1 ? 'https://a.example' : null, title: `Song ${number}`, price: 5n, amount: 7n },
  ...{ fees: 1n, message: Buffer.from('message'), sendMode: 1, createdAt: at * minute },
  validUntil: at * minute + 5 * minute,
});

/**
 * Runs a step on the rows of a node.
 * @param at number of the step, from which times and ids follow
 * @returns what its caller sees
 */
export async function runSellingStep(rows: SellingRows, step: SellingStep, at: number): Promise<unknown> {
  const { orders, platforms } = rows;
  const order = 'order' in step ? orders.page(undefined, undefined, 20).toReversed()[step.order] : undefined;
  switch (step.do) {
    case 'place':
      return orders.add(() => orderOf(at, step.number, step.terms), { open: 4 });
    case 'sign':
      return (
        order &&
        orders.setSignedMessage(order.id, {
          signedMessage: Buffer.from(`${at}`),
          seqno: at,
          afterLt: BigInt(at),
        })
      );
    case 'send':
      return order && orders.setSent(order.id, BigInt(at), sha256(`${at}`));
    case 'receive':
      return order && orders.setReceived(order.id, at * minute);
    case 'ask':
      return order && orders.setAsked(order.id, at * minute);
    case 'share':
      return order && orders.shareOn(order.id, null);
    case 'end':
      return order && orders.end(order.id, { state: step.isPaid ? 'confirmed' : 'refused', at: at * minute });
    case 'expire':
      return orders.maintenance.expirePast((at + step.after) * 60);
    case 'remove':
      return orders.maintenance.removeOld((at + step.after * 1_000) * minute);
    default:
      return runChainStep(rows, platforms.find(sellingScope.network, sellingScope.platform) ?? 0, step, at);
  }
}

type ChainStep = Exclude<
  SellingStep,
  { do: 'place' | 'sign' | 'send' | 'receive' | 'ask' | 'share' | 'end' | 'expire' | 'remove' }
>;

function runChainStep(
  { platforms, index, orders, decisions }: SellingRows,
  platform: number,
  step: ChainStep,
  at: number,
): Promise<unknown> {
  const licence = 'licence' in step ? addressOf(`licence ${step.licence}`) : '';
  switch (step.do) {
    case 'register':
      return platforms.write(() => {
        const address = addressOf(`content ${step.number}`);
        const order = orders.page(undefined, undefined, 20).toReversed()[step.order];
        if (!index.content(platform, address)) index.addContent(platform, contentOf(step.number, at));
        return orders.settle(
          {
            queryId: BigInt(order?.queryId ?? 0),
            ...{ kind: 'register', contract: address, owner: addressOf('me'), terms: '0' },
            transaction: sha256(`transaction ${at}`),
          },
          at * minute,
        );
      });
    case 'issue':
      return platforms.write(() => {
        const content = index.content(platform, addressOf(`content ${step.number}`));
        if (!content) return;
        const issued = {
          kind: 'resale',
          price: 5n,
          transactionHash: sha256(`${at}`),
          deliverTo: null,
        } as const;
        const owner = addressOf(step.to);
        if (step.to === 'me') decisions.order({ platform, licence, owner });
        index.issueLicence(platform, {
          ...{ address: licence, content: content.id, index: step.licence, owner },
          ...{ ...issued, issuedAt: at * minute, lt: BigInt(at) },
        });
      });
    case 'move':
      return platforms.write(() => {
        const buyer = addressOf(step.to);
        const sale = { buyer, price: 5n, at: at * minute, lt: BigInt(at) };
        if (step.isSale) index.resellLicence(platform, licence, sale);
        return index.moveLicence(platform, licence, { owner: buyer, deliverTo: null, lt: BigInt(at) });
      });
    case 'change':
      return platforms.write(() => {
        const content = index.content(platform, addressOf(`content ${step.number}`));
        const terms = { owner: addressOf(step.to), price: BigInt(at), resalePrice: 1n, allowResale: true };
        if (content) index.changeContent(content.id, { ...terms, withdrawn: at % 2 === 0 }, at * minute);
      });
    case 'walk':
      return platforms.write(() => {
        const ids = Array.from({ length: step.length }, (_, n) => BigInt(at * 10 + n));
        const walked = ids.map((lt) => ({
          lt,
          hash: sha256(`${lt}`),
          boc: lt % 2n ? null : Buffer.from('boc'),
        }));
        platforms.addWalked(platform, walked, undefined);
        const [first] = platforms.walked(platform, platforms.state(platform).cursor, 1);
        if (first) platforms.setApplied(platform, first);
        platforms.setHeight(platform, at, at);
      });
    case 'follow':
      return platforms.addSuccessor(platform, addressOf(`platform ${step.number}`));
    case 'decide':
      return decisions.decide({ platform, licence, owner: addressOf('me') }, 'declined');
    case 'look':
      return decisions.markIndexed(platform, [addressOf('me')]);
    case 'forget':
      return decisions.forgetMoved(platform, [addressOf('me')]);
    case 'accept':
      return decisions.decideFound(platform, true);
    case 'replace':
      return platforms.write(() => {
        platforms.wipe(platform);
        orders.maintenance.resetForNewChain(at * minute);
      });
  }
}

const contentOf = (number: number, at: number) => ({
  ...{
    index: number,
    address: addressOf(`content ${number}`),
    owner: addressOf('me'),
    sender: addressOf('me'),
  },
  ...{ sha256: sha256(`file ${number}`), cover: undefined, keyHash: sha256('key'), size: 10 },
  ...{ contentType: 'audio/mpeg', title: `Song ${number}`, description: 'By the sea', authors: ['Ada'] },
  ...{ hashtags: ['summer'], price: 5n, resalePrice: 1n, allowResale: true, downloadable: true },
  ...{ withdrawn: false, createdAt: at * minute, royalties: [[addressOf('ann'), 100]] as [string, number][] },
});
