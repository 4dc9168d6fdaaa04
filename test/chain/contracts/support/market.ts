import { Address, type Cell, contractAddress, type StateInit, type TupleReader } from '@ton/core';
import { Blockchain, type BlockchainTransaction, internal } from '@ton/sandbox';
import type { LicenceKind } from '../../../../src/contract/common.ts';
import type { RawAddress } from '../../../../src/core/ton/ton-address.ts';
import {
  deployAmount,
  purchaseAmount,
  registerAmount,
} from '../../../../src/features/chain/contracts/amounts.ts';
import { countCells } from '../../../../src/features/chain/contracts/cell-count.ts';
import type { ContentParams } from '../../../../src/features/chain/contracts/content-params.ts';
import {
  purchaseLicence,
  registerContent,
  setPlatformMetadata,
} from '../../../../src/features/chain/contracts/messages.ts';
import { offChainMetadata } from '../../../../src/features/chain/contracts/metadata.ts';
import {
  contentAddress,
  licenceAddress,
  platformState,
} from '../../../../src/features/chain/contracts/state-inits.ts';
import { networkConfig, type PriceList } from './network-config.ts';
import { person } from './people.ts';
import { sampleParams } from './samples.ts';

/** The start time of every market, in Unix seconds. */
export const start = 1_900_000_000;
/** Time until which the messages of these tests are valid. */
export const soon = start + 300;
export const year = 365 * 86_400;

export interface Sending {
  from: RawAddress;
  to: RawAddress;
  value: bigint;
  body?: Cell;
  init?: StateInit;
  bounce?: boolean;
}

export interface Fees {
  register: bigint;
  purchase: bigint;
  resale: bigint;
  action: bigint;
}

export type Market = Awaited<ReturnType<typeof openMarket>>;

export interface MarketOptions {
  /** Deployed instead of the platform of the product. */
  state?: typeof platformState;
  /** Default: the current prices. */
  prices?: PriceList;
}

/** Opens a sandbox with a deployed platform. */
export async function openMarket({ state = platformState, prices = 'live' }: MarketOptions = {}) {
  // The amounts that clients send suffice up to the former prices.
  const spare = prices === 'double' ? 200_000_000n : 0n;
  const chain = await Blockchain.create({ config: networkConfig(prices) });
  chain.now = start;

  /** Delivers a message with paid value and forward fee, and processes all messages that follow. */
  async function send({
    from,
    to,
    value,
    bounce = true,
    ...more
  }: Sending): Promise<BlockchainTransaction[]> {
    const message = internal({
      from: Address.parseRaw(from),
      to: Address.parseRaw(to),
      value,
      bounce,
      ...(more.body && { body: more.body }),
      ...(more.init && { stateInit: more.init }),
    });
    return (await chain.sendMessage(message)).transactions;
  }

  async function get(address: RawAddress, method: string, ...numbers: bigint[]): Promise<TupleReader> {
    const args = numbers.map((value) => ({ type: 'int', value }) as const);
    return (await chain.runGetMethod(Address.parseRaw(address), method, args)).stackReader;
  }

  const operator = person('operator');
  const init = state(Address.parseRaw(operator));
  const platform = contractAddress(0, init).toRawString();
  const metadata = offChainMetadata('https://node.example/api/platform-metadata.json');
  const body = setPlatformMetadata({ queryId: 0n, metadata });
  await send({ from: operator, to: platform, value: deployAmount, body, init });

  const countItems = async (collection: RawAddress): Promise<number> =>
    (await get(collection, 'get_collection_data')).readNumber();

  return {
    chain,
    platform,
    operator,
    send,
    get,
    countItems,

    /** Registers a content and returns its address. */
    async register(owner: RawAddress, changes: Partial<ContentParams> = {}): Promise<RawAddress> {
      const params = sampleParams(changes);
      const request = registerContent({ queryId: 1n, validUntil: soon, owner: null, params });
      const value = registerAmount(countCells(params.metadata)) + spare;
      await send({ from: owner, to: platform, value, body: request });
      return contentAddress(platform, (await countItems(platform)) - 1);
    },

    /** Buys from a content with the prices of the samples, and returns the licence's address. */
    async buy(from: RawAddress, content: RawAddress, kind: LicenceKind): Promise<RawAddress> {
      const maxPrice = sampleParams()[kind === 'listen' ? 'price' : 'resalePrice'];
      const request = purchaseLicence({
        queryId: 2n,
        validUntil: soon,
        maxPrice,
        kind,
        recipient: null,
        deliverTo: null,
      });
      await send({ from, to: content, value: purchaseAmount(maxPrice) + spare, body: request });
      return licenceAddress(content, (await countItems(content)) - 1);
    },

    async balance(address: RawAddress): Promise<bigint> {
      return (await chain.getContract(Address.parseRaw(address))).balance;
    },

    /** Returns the numbers of cells and bits for which rent is paid. */
    async storage(address: RawAddress): Promise<{ cells: bigint; bits: bigint }> {
      const { account } = await chain.getContract(Address.parseRaw(address));
      const used = account.account?.storageStats.used;
      if (!used) throw new Error('There is no such account');
      return used;
    },

    /** Returns the amounts that the contracts require in addition to a price. */
    async fees(shares: number, cells = 0): Promise<Fees> {
      const response = await get(platform, 'get_fees', BigInt(shares), BigInt(cells));
      const [register, purchase] = [response.readBigNumber(), response.readBigNumber()];
      return { register, purchase, resale: response.readBigNumber(), action: response.readBigNumber() };
    },

    /** Changes the prices of the network. */
    setPrices(list: PriceList): void {
      chain.setConfig(networkConfig(list));
    },

    /** Advances the time, so that rent becomes due. */
    setTime(seconds: number): void {
      chain.now = seconds;
    },
  };
}
