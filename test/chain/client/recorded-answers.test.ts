import { Address, beginCell, Cell, Dictionary, storeTransaction } from '@ton/core';
import { afterEach, expect, test } from 'vitest';
import { createChainClient } from '../../../src/features/chain/client/chain-client.ts';
import { ChainRefusal } from '../../../src/features/chain/client/chain-refusal.ts';
import { type ChainService, ok, type Respond, sendAnswer, startChainService } from './chain-service.ts';
import * as recorded from './recorded-answers.ts';

const address = new Address(0, Buffer.alloc(32, 3));
let service: ChainService;

afterEach(() => service.stop());

async function clientOf(results: Record<string, unknown>, envelope: (result: unknown) => object = ok) {
  return clientAt(({ method }, response) => sendAnswer(response, 200, envelope(results[method])));
}

async function clientAt(respond: Respond) {
  service = await startChainService(respond);
  const { ton } = await createChainClient({
    network: 'testnet',
    endpoints: [service.endpoint],
    limits: { attempts: 2, firstPauseMs: 5 },
  });
  return ton;
}

/** The smallest possible transaction. */
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

test('parses blocks and their transactions', async () => {
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

test('parses the state of an account', async () => {
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

test('parses a non-existent account without a balance, in every form of the answer', async () => {
  for (const balance of ['-1', '0', 0]) {
    const information = { ...recorded.newer.noAddressInformation, balance };
    const ton = await clientOf({ getAddressInformation: information }, recorded.newer.envelope);
    expect(await ton.getContractState(address)).toMatchObject({ balance: 0n, state: 'uninitialized' });
    expect(await ton.getBalance(address)).toBe(0n);
    await service.stop();
  }
});

test('parses a frozen account with an extra currency', async () => {
  const ton = await clientOf({ getAddressInformation: recorded.newer.addressInformation });
  expect(await ton.getContractState(address)).toMatchObject({ balance: 14_020_735n, state: 'frozen' });
  expect(await ton.isContractDeployed(address)).toBe(false);
});

test.each([
  ['the older program', recorded.getMethodResult, ok],
  ['the newer program', recorded.newer.getMethodResult, recorded.newer.envelope],
])('parses the result of a get-method, from %s', async (_name, result, envelope) => {
  const ton = await clientOf({ runGetMethod: result }, envelope);
  const { stack, gas_used } = await ton.runMethod(address, 'get_something');
  expect(gas_used).toBe(711);
  expect(stack.readBigNumber()).toBe(75n);
  expect(stack.readBigNumber()).toBe(-5n);
  expect(stack.readCell().equals(Cell.EMPTY)).toBe(true);
  expect(stack.readCellOpt()).toBeNull();
});

test.each([
  ['the older program', recorded.transaction, ok],
  ['the newer program', recorded.newer.transaction, recorded.newer.envelope],
])('parses transactions, from %s', async (_name, transactionOf, envelope) => {
  const data = empty.toBoc().toString('base64');
  const answer = transactionOf(data, '48756940000001', empty.hash().toString('base64'));
  const results = { getTransactions: [answer], tryLocateResultTx: answer, tryLocateSourceTx: answer };
  const ton = await clientOf(results, envelope);
  const [found] = await ton.getTransactions(address, { limit: 1 });
  expect(found?.lt).toBe(48_756_940_000_001n);
  expect(found?.hash().equals(empty.hash())).toBe(true);
  expect((await ton.tryLocateResultTx(address, address, '1')).lt).toBe(48_756_940_000_001n);
  expect((await ton.tryLocateSourceTx(address, address, '1')).lt).toBe(48_756_940_000_001n);
});

test('parses the results of sending and of fee estimates', async () => {
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

test.each(recorded.refusals.plain.map(({ status, document }) => [status, document.error, document] as const))(
  'treats %i “%s” as a refusal',
  async (status, words, document) => {
    const ton = await clientAt((_, response) => sendAnswer(response, status, document));
    const refused = await ton.getTransactions(address, { limit: 1 }).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(ChainRefusal);
    expect(refused).toMatchObject({ status, message: `The chain refused: ${words}` });
  },
);

test.each(
  recorded.refusals.trouble.map(
    ({ status, document }) => [status, JSON.stringify(document), document] as const,
  ),
)('treats %i %s as no answer', async (status, _words, document) => {
  const ton = await clientAt((_, response) => sendAnswer(response, status, document));
  const error = await ton.getTransactions(address, { limit: 1 }).catch((reason: unknown) => reason);
  expect(error).not.toBeInstanceOf(ChainRefusal);
  expect(error).toMatchObject({ code: 'chain_unavailable' });
});
