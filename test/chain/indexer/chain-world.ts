import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  Address,
  beginCell,
  type Cell,
  contractAddress,
  type StateInit,
  storeMessage,
  type Transaction,
  TupleReader,
} from '@ton/core';
import type { LicenceKind } from '../../../src/contract/common.ts';
import type { RawAddress } from '../../../src/core/ton/ton-address.ts';
import {
  actionAmount,
  deployAmount,
  purchaseAmount,
  registerAmount,
  resaleAmount,
} from '../../../src/features/chain/contracts/amounts.ts';
import { countCells } from '../../../src/features/chain/contracts/cell-count.ts';
import type { ContentParams, Prices } from '../../../src/features/chain/contracts/content-params.ts';
import * as messages from '../../../src/features/chain/contracts/messages.ts';
import { offChainMetadata } from '../../../src/features/chain/contracts/metadata.ts';
import {
  contentAddress,
  licenceAddress,
  platformState,
} from '../../../src/features/chain/contracts/state-inits.ts';
import { EmbeddedChain } from '../../../src/features/chain/embedded/embedded-chain.ts';
import { transactionIn } from '../../../src/features/chain/embedded/transaction-cells.ts';
import { person } from '../contracts/support/people.ts';
import { sampleParams } from '../contracts/support/samples.ts';

/** The start of every world, in Unix seconds. */
export const start = 1_900_000_000;
const validUntil = start + 1_000_000;
const ton = 1_000_000_000n;
/** For anything that costs no more than this; the change is returned. */
const plenty = 100n * ton;

export type ChainWorld = Awaited<ReturnType<typeof openChainWorld>>;

/** The real contracts on a real embedded chain, where messages need no wallet. */
export async function openChainWorld(operator = 'operator') {
  const folder = mkdtempSync(join(tmpdir(), 'alcove-chain-world-'));
  let time = start;
  const chain = new EmbeddedChain({ file: join(folder, 'blocks'), clock: () => time * 1000 });
  await chain.load();
  let lastQuery = 0n;

  async function send(
    from: string,
    to: RawAddress,
    value: bigint,
    body: Cell,
    stateInit?: StateInit,
  ): Promise<void> {
    const message = beginCell().store(
      storeMessage({
        info: {
          ...{ type: 'internal', ihrDisabled: true, bounce: true, bounced: false },
          ...{ src: Address.parseRaw(person(from)), dest: Address.parseRaw(to) },
          ...{ value: { coins: value }, ihrFee: 0n, forwardFee: 0n, createdLt: 0n, createdAt: 0 },
        },
        body,
        init: stateInit ?? null,
      }),
    );
    await chain.send(message.endCell());
  }
  /** Sends a request, and returns its number. */
  async function ask(
    from: string,
    to: RawAddress,
    value: bigint,
    body: (query: { queryId: bigint; validUntil: number }) => Cell,
  ): Promise<bigint> {
    lastQuery += 1n;
    await send(from, to, value, body({ queryId: lastQuery, validUntil }));
    return lastQuery;
  }
  async function get(address: RawAddress, method: string): Promise<TupleReader> {
    const { exitCode, stack } = await chain.get(Address.parseRaw(address), method, []);
    if (exitCode !== 0) throw new Error(`${method} ended with ${exitCode}`);
    return new TupleReader(stack);
  }
  const countItems = async (collection: RawAddress): Promise<number> =>
    (await get(collection, 'get_collection_data')).readNumber();

  const init = platformState(Address.parseRaw(person(operator)));
  const platform = contractAddress(0, init).toRawString();
  const metadata = offChainMetadata('https://node.example/api/platform-metadata.json');
  await send(operator, platform, deployAmount, messages.setPlatformMetadata({ queryId: 0n, metadata }), init);

  return {
    platform,
    chain,
    send,
    get,
    countItems,

    register: (from: string, changes: Partial<ContentParams> = {}): Promise<bigint> => {
      const params = sampleParams(changes);
      const value = registerAmount(countCells(params.metadata));
      return ask(from, platform, value, (query) =>
        messages.registerContent({ ...query, owner: null, params }),
      );
    },
    buy: (from: string, content: RawAddress, kind: LicenceKind): Promise<bigint> =>
      ask(from, content, purchaseAmount(plenty), (query) =>
        messages.purchaseLicence({ ...query, maxPrice: plenty, kind, recipient: null, deliverTo: null }),
      ),
    setTerms: (from: string, content: RawAddress, terms: Prices & { withdrawn: boolean }): Promise<bigint> =>
      ask(from, content, actionAmount, (query) => messages.setContentTerms({ ...query, ...terms })),
    offer: (from: string, licence: RawAddress, price: bigint): Promise<bigint> =>
      ask(from, licence, actionAmount, (query) => messages.offerLicence({ ...query, price })),
    buyOffer: (from: string, licence: RawAddress): Promise<bigint> =>
      ask(from, licence, resaleAmount(plenty), (query) =>
        messages.buyLicence({ ...query, maxPrice: plenty, deliverTo: null }),
      ),
    transfer: (from: string, item: RawAddress, to: string): Promise<bigint> =>
      ask(from, item, actionAmount, ({ queryId }) =>
        messages.transferItem({ queryId, newOwner: person(to), changeTo: person(from) }),
      ),

    contentAt: (index: number): RawAddress => contentAddress(platform, index),
    licenceAt: (content: RawAddress, index: number): RawAddress => licenceAddress(content, index),

    /** Of the platform, oldest first. */
    transactions(): Transaction[] {
      const found = chain.journal.ofAccount(platform, chain.journal.lastLt, 0, -1);
      return found.reverse().map((stored) => transactionIn(stored.boc));
    },
    get time(): number {
      return time;
    },
    /** Advances the time. */
    wait(seconds: number): void {
      time += seconds;
    },
    async close(): Promise<void> {
      await chain.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
