import { Address, beginCell, type Cell } from '@ton/core';
import { expect, it } from 'vitest';
import {
  acceptOwner,
  buyLicence,
  destroyLicence,
  offerLicence,
  proposeOwner,
  purchaseLicence,
  registerContent,
  setContentTerms,
  setPlatformMetadata,
  topUp,
} from '../../../../src/features/chain/contracts/messages.ts';
import { offChainMetadata } from '../../../../src/features/chain/contracts/metadata.ts';
import { operations } from '../../../../src/features/chain/contracts/operations.ts';
import { openMarket, soon } from '../support/market.ts';
import { author, buyer, third } from '../support/people.ts';
import { sampleParams, ton } from '../support/samples.ts';
import { exitCode, feesOf } from '../support/transactions.ts';

const query = { queryId: 1n, validUntil: soon };
const asked = { ...query, maxPrice: 10n * ton, deliverTo: null };
const terms = { price: ton, resalePrice: ton, allowResale: true, withdrawn: false };

async function openShop() {
  const market = await openMarket();
  const content = await market.register(author);
  const licence = await market.buy(buyer, content, 'resale');
  const { action } = await market.fees(0);
  const offer = offerLicence({ ...query, price: ton });
  await market.send({ from: buyer, to: licence, value: action, body: offer });
  const newOwner = proposeOwner({ ...query, newOwner: third });
  await market.send({ from: market.operator, to: market.platform, value: action, body: newOwner });
  return { market, platform: market.platform, operator: market.operator, content, licence };
}

const begin = (operation: number) => beginCell().storeUint(operation, 32).storeUint(1, 64);
const royalty = begin(0x1f867177).storeCoins(1).storeAddress(Address.parseRaw(third)).endCell();
const event = (operation: number) =>
  begin(operation)
    .storeUint(0, 64)
    .storeAddress(Address.parseRaw(third))
    .storeAddress(Address.parseRaw(third))
    .storeCoins(0)
    .storeBit(false)
    .endCell();
const purchase = purchaseLicence({ ...asked, kind: 'listen', recipient: null });
const registration = registerContent({ ...query, owner: null, params: sampleParams() });
const metadata = setPlatformMetadata({ queryId: 1n, metadata: offChainMetadata('https://node.example/') });

type To = 'platform' | 'content' | 'licence';
it.each<[string, To, 'operator' | string, Cell]>([
  ['register_content', 'platform', author, registration],
  ['set_platform_metadata', 'platform', 'operator', metadata],
  ['propose_owner', 'platform', 'operator', proposeOwner({ ...query, newOwner: null })],
  ['accept_owner', 'platform', third, acceptOwner(query)],
  ['licence_moved', 'platform', third, event(operations.licence_moved)],
  ['get_royalty_params', 'platform', third, begin(0x693d3950).endCell()],
  ['top_up', 'platform', third, topUp(query)],
  ['purchase_licence', 'content', third, purchase],
  ['set_content_terms', 'content', author, setContentTerms({ ...query, ...terms })],
  ['pay_royalty', 'content', third, royalty],
  ['pay_share', 'content', third, begin(operations.pay_share).endCell()],
  ['get_static_data', 'content', third, begin(0x2fcb26a2).endCell()],
  ['get_royalty_params', 'content', third, begin(0x693d3950).endCell()],
  ['top_up', 'content', third, topUp(query)],
  ['offer_licence', 'licence', buyer, offerLicence({ ...query, price: ton })],
  ['buy_licence', 'licence', third, buyLicence(asked)],
  ['destroy_licence', 'licence', buyer, destroyLicence(query)],
  ['get_static_data', 'licence', third, begin(0x2fcb26a2).endCell()],
  ['top_up', 'licence', third, topUp(query)],
])(
  '%s to a %s is refused with trailing bits, and its coins are returned',
  async (_name, to, sender, body) => {
    const longer = [
      beginCell().storeSlice(body.beginParse()).storeBit(false).endCell(),
      beginCell().storeSlice(body.beginParse()).storeRef(beginCell()).endCell(),
    ];
    const { market, operator, ...contracts } = await openShop();
    const from = sender === 'operator' ? operator : (sender as `0:${string}`);
    for (const wrong of longer) {
      const had = await market.balance(from);
      const transactions = await market.send({ from, to: contracts[to], value: 11n * ton, body: wrong });
      expect(exitCode(transactions)).toBe(9);
      expect((await market.balance(from)) - had).toBe(11n * ton - feesOf(transactions));
    }
    expect(exitCode(await market.send({ from, to: contracts[to], value: 11n * ton, body }))).toBe(0);
  },
);
