import { Address, beginCell, Cell, Dictionary, storeTransaction } from '@ton/core';
import { afterEach, expect, test } from 'vitest';
import { createChainClient } from '../../../src/chain/client/chain-client.ts';
import { type ChainService, ok, sendAnswer, startChainService } from './chain-service.ts';
import * as recorded from './recorded-answers.ts';

const address = new Address(0, Buffer.alloc(32, 3));
let service: ChainService;

afterEach(() => service.stop());

async function clientOf(results: Record<string, unknown>) {
  service = await startChainService(({ method }, response) => sendAnswer(response, 200, ok(results[method])));
  const { ton } = await createChainClient({
    network: 'testnet',
    endpoint: service.endpoint,
    limits: { requestsPerSecond: 1000 },
  });
  return ton;
}

/** The smallest transaction there can be. */
const empty = beginCell()
  .store(
    storeTransaction({
      address: 3n,
      lt: 48_756_940_000_001n,
      prevTransactionHash: 0n,
      prevTransactionLt: 0n,
      now: 1_764_000_000,
      outMessagesCount: 0,
      oldStatus: 'uninitialized',
      endStatus: 'uninitialized',
      outMessages: Dictionary.empty(Dictionary.Keys.Uint(15)),
      totalFees: { coins: 7n },
      stateUpdate: { oldHash: Buffer.alloc(32), newHash: Buffer.alloc(32) },
      description: {
        type: 'storage',
        storagePhase: { storageFeesCollected: 7n, statusChange: 'unchanged' },
      },
      raw: Cell.EMPTY,
      hash: () => Buffer.alloc(32),
    }),
  )
  .endCell();

test('blocks and their transactions', async () => {
  const ton = await clientOf({
    getMasterchainInfo: recorded.masterchainInfo,
    shards: recorded.shards,
    getBlockTransactions: recorded.blockTransactions,
  });
  expect(await ton.getMasterchainInfo()).toEqual({
    workchain: -1,
    shard: '-9223372036854775808',
    initSeqno: 0,
    latestSeqno: 45_792_554,
  });
  expect(await ton.getWorkchainShards(45_792_554)).toEqual([
    { workchain: 0, shard: '-9223372036854775808', seqno: 41_000_000 },
  ]);
  expect(await ton.getShardTransactions(0, 41_000_000, '-9223372036854775808')).toMatchObject([
    { lt: '48756940000001', hash: 'RzoRGcEyx5Ia5tEKUWlCpFbg8B0scpuXSyNXf9a4Nsk=' },
  ]);
});

test('the state of an account', async () => {
  const ton = await clientOf({ getAddressInformation: recorded.addressInformation });
  expect(await ton.getContractState(address)).toMatchObject({
    balance: 14_020_735n,
    state: 'uninitialized',
    code: null,
    data: null,
    lastTransaction: null,
    blockId: { workchain: -1, seqno: 45_792_554 },
    timestampt: 1_687_338_546,
  });
});

test('the result of a get-method', async () => {
  const ton = await clientOf({ runGetMethod: recorded.getMethodResult });
  const { stack, gas_used } = await ton.runMethod(address, 'get_something');
  expect(gas_used).toBe(711);
  expect(stack.readBigNumber()).toBe(75n);
  expect(stack.readBigNumber()).toBe(-5n);
  expect(stack.readCell().equals(Cell.EMPTY)).toBe(true);
  expect(stack.readCellOpt()).toBeNull();
});

test('transactions', async () => {
  const data = empty.toBoc().toString('base64');
  const answer = recorded.transaction(data, '48756940000001', empty.hash().toString('base64'));
  const ton = await clientOf({
    getTransactions: [answer],
    tryLocateResultTx: answer,
    tryLocateSourceTx: answer,
  });
  const [found] = await ton.getTransactions(address, { limit: 1 });
  expect(found?.lt).toBe(48_756_940_000_001n);
  expect(found?.hash().equals(empty.hash())).toBe(true);
  expect((await ton.tryLocateResultTx(address, address, '1')).lt).toBe(48_756_940_000_001n);
  expect((await ton.tryLocateSourceTx(address, address, '1')).lt).toBe(48_756_940_000_001n);
});

test('sending, and what it would cost', async () => {
  const ton = await clientOf({ sendBoc: recorded.sent, estimateFee: recorded.fees });
  await ton.sendFile(Buffer.from('te6cckEBAQEAAgAAAEysuc0=', 'base64'));
  const fees = await ton.estimateExternalMessageFee(address, {
    body: Cell.EMPTY,
    initCode: null,
    initData: null,
    ignoreSignature: true,
  });
  expect(fees.source_fees.storage_fee).toBe(1272);
});
