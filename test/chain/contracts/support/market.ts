import { Address, type Cell, contractAddress, type StateInit, type TupleReader } from '@ton/core';
import { Blockchain, type BlockchainTransaction, internal } from '@ton/sandbox';
import { deployAmount, registerAmount } from '../../../../src/chain/contracts/amounts.ts';
import { countCells } from '../../../../src/chain/contracts/cell-count.ts';
import type { ContentParams } from '../../../../src/chain/contracts/content-params.ts';
import { registerContent, setPlatformMetadata } from '../../../../src/chain/contracts/messages.ts';
import { offChainMetadata } from '../../../../src/chain/contracts/metadata.ts';
import { contentAddress, platformState } from '../../../../src/chain/contracts/state-inits.ts';
import type { RawAddress } from '../../../../src/core/ton-address.ts';
import { sampleParams } from './samples.ts';

/** Unix seconds at which every market begins. */
export const start = 1_900_000_000;
/** Until when the messages of these tests are valid. */
export const soon = start + 300;

interface Sending {
  from: RawAddress;
  to: RawAddress;
  value: bigint;
  body?: Cell;
  init?: StateInit;
  bounce?: boolean;
}

export type Market = Awaited<ReturnType<typeof openMarket>>;

/**
 * A sandbox in which a platform is deployed.
 * @param state what to deploy instead of the product's platform
 */
export async function openMarket(state = platformState) {
  const chain = await Blockchain.create({ config: 'slim' });
  chain.now = start;
  let registered = 0;

  /** The address of somebody's wallet with money in it; the same name is the same wallet. */
  async function person(name: string): Promise<RawAddress> {
    return (await chain.treasury(name)).address.toRawString();
  }

  /** Delivers a message whose value and forward fee the sender has paid before, and all that follows from it. */
  async function send({ from, to, value, ...more }: Sending): Promise<BlockchainTransaction[]> {
    const addresses = { from: Address.parseRaw(from), to: Address.parseRaw(to) };
    const { init, body, bounce = true } = more;
    const message = internal({
      ...addresses,
      value,
      bounce,
      ...(body && { body }),
      ...(init && { stateInit: init }),
    });
    return (await chain.sendMessage(message)).transactions;
  }

  const operator = await person('operator');
  const init = state(Address.parseRaw(operator));
  const platform = contractAddress(0, init).toRawString();
  const metadata = offChainMetadata('https://node.example/api/platform-metadata.json');
  const body = setPlatformMetadata({ queryId: 0n, metadata });
  await send({ from: operator, to: platform, value: deployAmount, body, init });

  return {
    platform,
    operator,
    person,
    send,

    /** Registers a content and returns its address. */
    async register(owner: RawAddress, changes: Partial<ContentParams> = {}): Promise<RawAddress> {
      const params = sampleParams(changes);
      const request = registerContent({ queryId: 1n, validUntil: soon, owner: null, params });
      const value = registerAmount(countCells(params.metadata));
      await send({ from: owner, to: platform, value, body: request });
      registered += 1;
      return contentAddress(platform, registered - 1);
    },

    async balance(address: RawAddress): Promise<bigint> {
      return (await chain.getContract(Address.parseRaw(address))).balance;
    },

    async get(address: RawAddress, method: string, index?: bigint): Promise<TupleReader> {
      const args = index === undefined ? [] : [{ type: 'int', value: index } as const];
      return (await chain.runGetMethod(Address.parseRaw(address), method, args)).stackReader;
    },

    /** Lets time pass, in which rent falls due. */
    setTime(seconds: number): void {
      chain.now = seconds;
    },
  };
}
