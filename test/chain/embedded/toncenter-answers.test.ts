import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { Address, beginCell, Cell, external, storeMessage, toNano } from '@ton/core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { temporaryFolder } from '../../support/node/start-test-node.ts';
import * as recorded from '../client/recorded-answers.ts';
import { deployContract, internalMessage } from './compile-contract.ts';
import { openTestChain, type TestChain } from './open-test-chain.ts';
import { type TestWallet, testWallet } from './test-wallet.ts';

const folder = temporaryFolder();
const receiver = new Address(0, Buffer.alloc(32, 9));
let chain: TestChain;
let wallet: TestWallet;

beforeAll(async () => {
  chain = await openTestChain(join(folder, 'blocks'));
  wallet = testWallet(chain.ton, 'wallet');
  await chain.faucet(wallet.address.toRawString(), toNano(10));
  await wallet.send(receiver, toNano(1), 'Grüße');
  for (let count = 0; count < 4; count++) await wallet.send(receiver, toNano('0.1'));
});

afterAll(async () => {
  await chain.close();
  rmSync(folder, { recursive: true });
});

const result = async (method: string, params: object = {}) => {
  const { status, body } = await chain.ask(method, params);
  expect(body).toMatchObject({ ok: true, jsonrpc: '2.0', id: 7 });
  expect(status).toBe(200);
  return body.result;
};

/** Fields that the public service always sends, or only sometimes: the type of a message body varies. */
const notOurs = new Set(['@extra', 'init_state', 'body', 'text', 'suspended', 'message_decode_error']);

/** Each field of the public service exists here, with a value of the same type. */
function expectSameFields(ours: unknown, theirs: unknown, place = ''): void {
  if (Array.isArray(theirs)) {
    expect(Array.isArray(ours), place).toBe(true);
    return;
  }
  if (typeof theirs !== 'object' || theirs === null) {
    expect(typeof ours, place).toBe(typeof theirs);
    return;
  }
  const names = (document: object) => Object.keys(document).filter((name) => !notOurs.has(name));
  expect(names(ours as object).sort(), place).toEqual(names(theirs).sort());
  for (const name of names(theirs)) {
    expectSameFields(Reflect.get(ours as object, name), Reflect.get(theirs, name), `${place}.${name}`);
  }
}

test('returns the fields of the public service, of the same types', async () => {
  const { last } = await result('getMasterchainInfo');
  expectSameFields(await result('getMasterchainInfo'), recorded.masterchainInfo);
  expectSameFields(await result('shards', { seqno: last.seqno }), recorded.shards);
  const inBlock = await result('getBlockTransactions', {
    workchain: 0,
    shard: last.shard,
    seqno: last.seqno,
  });
  expectSameFields(inBlock, recorded.blockTransactions);
  expectSameFields(inBlock.transactions[0], recorded.blockTransactions.transactions[0]);
  const address = wallet.address.toString();
  expectSameFields(await result('getAddressInformation', { address }), recorded.addressInformation);
  const run = await result('runGetMethod', { address, method: 'seqno', stack: [] });
  expectSameFields(run, recorded.getMethodResult);
  const [newest] = await result('getTransactions', { address });
  const theirs = recorded.newer.transaction('', '1', '');
  expectSameFields(newest, theirs);
  expectSameFields(newest.out_msgs[0], recorded.transaction('', '1', '').out_msgs[0]);
  const located = { source: address, destination: receiver.toString() };
  const { created_lt } = newest.out_msgs[0];
  expectSameFields(await result('tryLocateResultTx', { ...located, created_lt }), theirs);
  expectSameFields(await result('tryLocateSourceTx', { ...located, created_lt }), theirs);
  expectSameFields(await result('estimateFee', feeRequest()), recorded.fees);
});

test('refuses with the fields, status and texts of the public service', async () => {
  const address = wallet.address.toString();
  const lt = { lt: '5', hash: 'ab'.repeat(32) };
  for (const [method, params, like] of [
    ['getTransactions', { address, ...lt }, /cannot (locate|compute block with specified) transaction/],
    [
      'tryLocateTx',
      { source: address, destination: address, created_lt: '3' },
      /transaction (was )?not found/,
    ],
    ['getAddressInformation', { address: 'EQ' }, /address/],
  ] as const) {
    const { status, body } = await chain.ask(method, params);
    const known = recorded.refusals.plain.filter(({ document }) => like.test(document.error));
    expect(body.error, method).toMatch(like);
    expect(
      known.map((refusal) => refusal.status),
      method,
    ).toContain(status);
    expectSameFields(body, { ...known[0]?.document, jsonrpc: '2.0', id: 7 });
    expect(body.code).toBe(status);
  }
  const taken = await chain.ask('sendBoc', { boc: notTaken().toBoc().toString('base64') });
  expect(taken.body.error).toMatch(/^LITE_SERVER_UNKNOWN: cannot apply external message to current state : /);
  expect(taken.status).toBe(recorded.notAccepted.code);
  expectSameFields(taken.body, { ...recorded.notAccepted, id: 7 });
});

/** Of a block long ago. */
const notTaken = () =>
  beginCell()
    .store(storeMessage(external({ to: wallet.address, body: wallet.transfer(0, receiver, 1n) })))
    .endCell();

const feeRequest = () => ({
  address: wallet.address.toString(),
  body: wallet.transfer(5, receiver, 1n).toBoc().toString('base64'),
  init_code: '',
  init_data: '',
  ignore_chksig: true,
});

test('the embedded chain is compatible with TonClient', async () => {
  const { ton } = chain;
  const info = await ton.getMasterchainInfo();
  expect(info).toMatchObject({ workchain: -1, initSeqno: 0, shard: '-9223372036854775808' });
  const [shard] = await ton.getWorkchainShards(info.latestSeqno);
  const transactions = await ton.getShardTransactions(0, shard?.seqno ?? 0, shard?.shard ?? '');
  expect(transactions.map(({ account }) => account.toRawString())).toEqual([
    wallet.address.toRawString(),
    receiver.toRawString(),
  ]);
  const state = await ton.getContractState(wallet.address);
  expect(state).toMatchObject({ state: 'active', blockId: { seqno: info.latestSeqno } });
  expect(Cell.fromBoc(state.code as Buffer)[0]?.equals(wallet.init.code)).toBe(true);
  const fees = await ton.estimateExternalMessageFee(wallet.address, {
    body: wallet.transfer(5, receiver, 1n),
    initCode: null,
    initData: null,
    ignoreSignature: true,
  });
  expect(fees.source_fees.gas_fee).toBeGreaterThan(0);
});

test('estimates the fee of a first transfer, which deploys the wallet, before the wallet exists', async () => {
  const fresh = testWallet(chain.ton, 'fresh');
  await chain.faucet(fresh.address.toRawString(), toNano(1));
  const fees = await chain.ton.estimateExternalMessageFee(fresh.address, {
    body: fresh.transfer(0, receiver, 1n),
    initCode: fresh.init.code,
    initData: fresh.init.data,
    ignoreSignature: true,
  });
  expect(fees.source_fees.gas_fee).toBeGreaterThan(0);
  expect(await chain.ton.isContractDeployed(fresh.address)).toBe(false);
});

test('returns transactions in linked pages, newest first', async () => {
  const all = await chain.ton.getTransactions(wallet.address, { limit: 99 });
  expect(all).toHaveLength(6);
  const paged = await chain.ton.getTransactions(wallet.address, { limit: 2, archival: true });
  while (paged.length < all.length) {
    const last = paged.at(-1);
    const hash = last?.hash().toString('base64') ?? '';
    const page = await chain.ton.getTransactions(wallet.address, {
      limit: 2,
      lt: String(last?.lt),
      hash,
      archival: true,
    });
    expect(page.length).toBeGreaterThan(0);
    paged.push(...page);
  }
  expect(paged.map(({ lt }) => lt)).toEqual(all.map(({ lt }) => lt));
  for (const [index, transaction] of all.entries()) {
    const before = all[index + 1];
    expect(transaction.prevTransactionLt).toBe(before?.lt ?? 0n);
    if (before) {
      expect(transaction.prevTransactionHash).toBe(BigInt(`0x${before.hash().toString('hex')}`));
    }
  }
});

test('ends a list of transactions at the requested one', async () => {
  const all = await chain.ton.getTransactions(wallet.address, { limit: 99 });
  const some = await chain.ton.getTransactions(wallet.address, { limit: 99, to_lt: String(all[3]?.lt) });
  expect(some.map(({ lt }) => lt)).toEqual(all.slice(0, 3).map(({ lt }) => lt));
});

test('finds a transaction by its time and hash, in base64 or hex', async () => {
  const [, second] = await chain.ton.getTransactions(wallet.address, { limit: 2 });
  const lt = String(second?.lt);
  const hash = second?.hash().toString('base64') ?? '';
  expect((await chain.ton.getTransaction(wallet.address, lt, hash))?.lt).toBe(second?.lt);
  const params = { address: wallet.address.toString(), lt, limit: 1 };
  const [inBase64] = await result('getTransactions', { ...params, hash });
  expect(inBase64.transaction_id).toEqual({ '@type': 'internal.transactionId', lt, hash });
});

test('reports an unknown time or hash like the public service', async () => {
  const [newest] = await chain.ton.getTransactions(wallet.address, { limit: 1 });
  const lt = String(newest?.lt);
  const params = { address: wallet.address.toString(), limit: 2 };
  for (const wrong of [
    { lt, hash: 'ab'.repeat(32) },
    { lt: '5', hash: newest?.hash().toString('hex') },
  ]) {
    const { status, body } = await chain.ask('getTransactions', { ...params, ...wrong });
    expect(status).toBe(500);
    expect(body).toMatchObject({ ok: false, code: 500, jsonrpc: '2.0', id: 7 });
    expect(body.error).toContain('cannot locate transaction in block with specified logical time');
  }
});

test('returns text comments of messages as text', async () => {
  const transactions = await result('getTransactions', { address: receiver.toString() });
  const first = transactions.at(-1).in_msg;
  expect(first).toMatchObject({
    source: wallet.address.toString(),
    destination: receiver.toString(),
    value: '1000000000',
    msg_data: { '@type': 'msg.dataText', text: Buffer.from('Grüße').toString('base64') },
    message: 'Grüße',
  });
});

test('finds the transactions at both ends of a message', async () => {
  const [sender] = await chain.ton.getTransactions(wallet.address, { limit: 1 });
  const [received] = await chain.ton.getTransactions(receiver, { limit: 1 });
  const [message] = sender?.outMessages.values() ?? [];
  if (message?.info.type !== 'internal') throw new Error('The wallet sent no message.');
  const created = String(message.info.createdLt);
  expect((await chain.ton.tryLocateResultTx(wallet.address, receiver, created)).lt).toBe(received?.lt);
  expect((await chain.ton.tryLocateSourceTx(wallet.address, receiver, created)).lt).toBe(sender?.lt);
  const { status, body } = await chain.ask('tryLocateResultTx', {
    source: wallet.address.toString(),
    destination: receiver.toString(),
    created_lt: '3',
  });
  expect([status, body.error]).toEqual([404, 'transaction was not found']);
});

test('returns values of every type of a contract for TonClient', async () => {
  const address = await deployContract(
    chain,
    `import "@stdlib/gas-payments"
    fun onInternalMessage(in: InMessage) {}
    fun onExternalMessage(inMsg: slice) { acceptExternalMessage(); }
    get fun values(): (int, slice, cell, cell?, [int, int]) {
      val payload = beginCell().storeUint(42, 16).endCell();
      return (-5, payload.beginParse(), payload, null, [7, 8]);
    }
    get fun twice(number: int, payload: cell, rest: slice): (int, cell, slice) {
      return (number * 2, payload, rest);
    }`,
  );
  const raw = await result('runGetMethod', { address: address.toString(), method: 'values', stack: [] });
  const cell = ['cell', { bytes: payload.toBoc().toString('base64') }];
  const number = (digits: string) => ({
    '@type': 'tvm.stackEntryNumber',
    number: { '@type': 'tvm.numberDecimal', number: digits },
  });
  expect(raw.stack).toEqual([
    ['num', '-0x5'],
    cell,
    cell,
    ['list', { '@type': 'tvm.list', elements: [] }],
    ['tuple', { '@type': 'tvm.tuple', elements: [number('7'), number('8')] }],
  ]);
  const { stack } = await chain.ton.runMethod(address, 'values');
  expect(stack.readBigNumber()).toBe(-5n);
  expect(stack.readCell().equals(payload)).toBe(true);
  expect(stack.readCell().equals(payload)).toBe(true);
  expect(stack.readCellOpt()).toBeNull();
  // TonClient does not convert the values in a tuple.
  expect(stack.pop()).toEqual({ type: 'tuple', items: [7n, 8n] });
  const given = await chain.ton.runMethod(address, 'twice', [
    { type: 'int', value: -(2n ** 255n) },
    { type: 'cell', cell: payload },
    { type: 'slice', cell: payload },
  ]);
  expect(given.stack.readBigNumber()).toBe(-(2n ** 256n));
  expect(given.stack.readCell().equals(payload)).toBe(true);
  await expect(chain.ton.runMethod(address, 'nothing')).rejects.toThrow('exit_code: 11');
  const { exit_code } = await chain.ton.runMethodWithError(new Address(0, Buffer.alloc(32)), 'seqno');
  expect(exit_code).toBe(-13);
});

test('makes no block of a contract that sends to itself endlessly, and continues', async () => {
  const address = await deployContract(
    chain,
    `import "@stdlib/gas-payments"
    fun onInternalMessage(in: InMessage) {
      val again = createMessage({ bounce: false, value: 0, dest: contract.getAddress() });
      again.send(SEND_MODE_CARRY_ALL_REMAINING_MESSAGE_VALUE);
    }
    fun onExternalMessage(inMsg: slice) { acceptExternalMessage(); }`,
  );
  const { latestSeqno } = await chain.ton.getMasterchainInfo();
  const endless = wallet.transfer(5, address, toNano(3));
  const asked = chain.ton.getBalance(receiver);
  await expect(wallet.sendTransfer(endless)).rejects.toThrow('more than 256 transactions');
  expect(await asked).toBeGreaterThan(0n);
  expect((await chain.ton.getMasterchainInfo()).latestSeqno).toBe(latestSeqno);
  expect(await wallet.seqno()).toBe(5);
});

const payload = beginCell().storeUint(42, 16).endCell();

test('lets programs that share the chain use its faucet', async () => {
  const address = new Address(0, Buffer.alloc(32, 8)).toString();
  await result('alcove.faucet', { address, amount: '5' });
  expect((await result('getAddressInformation', { address })).balance).toBe('5');
  for (const amount of ['0', '-1', '1.5', '1000000000000001', 5]) {
    expect((await chain.ask('alcove.faucet', { address, amount })).status, String(amount)).toBe(422);
  }
});

test('rejects invalid requests with the reason', async () => {
  const address = wallet.address.toString();
  const nonsense: [string, object, RegExp][] = [
    ['getAddressInformation', {}, /^address: /],
    ['getAddressInformation', { address: 'EQ' }, /^address: is not a TON address/],
    ['getAddressInformation', { address, seqno: 1 }, /^seqno: this chain answers for its last block only/],
    ['getTransactions', { address, limit: 101 }, /^limit: /],
    ['getTransactions', { address, limit: 0 }, /^limit: /],
    ['getTransactions', { address, lt: '1' }, /lt and hash go together/],
    ['getTransactions', { address, lt: '1', hash: 'x' }, /^hash: is not a hash/],
    ['runGetMethod', { address, method: '', stack: [] }, /^method/],
    ['runGetMethod', { address, method: 'a', stack: [['num', 'NaN']] }, /^stack/],
    ['runGetMethod', { address, method: 'a', stack: [['num', `0x${'f'.repeat(100)}`]] }, /^stack/],
    ['runGetMethod', { address, method: 'a', stack: Array(201).fill(['num', '1']) }, /^stack/],
    ['sendBoc', { boc: 'AAAA' }, /^boc: is not a bag of cells/],
    ['sendBoc', { boc: payload.toBoc().toString('base64') }, /./],
    [
      'sendBoc',
      { boc: internalMessage(receiver, wallet.address).toBoc().toString('base64') },
      /not an external message/,
    ],
    ['getBlockTransactions', { workchain: 5, shard: '0', seqno: 1 }, /^workchain/],
  ];
  for (const [method, params, message] of nonsense) {
    const { status, body } = await chain.ask(method, params);
    expect(body, `${method} ${JSON.stringify(params)}`).toMatchObject({ ok: false, code: 422, id: 7 });
    expect(status).toBe(422);
    expect(body.error).toMatch(message);
  }
  expect((await chain.ask('getEverything')).status).toBe(404);
  expect((await chain.ask('shards', { seqno: 10_000 })).body.error).toContain('NOTREADY');
});

test('the embedded chain rejects invalid request bodies', async () => {
  const signal = new AbortController().signal;
  for (const body of ['', '{', '[]', 'null', '{"method":7}', '{"method":"shards","params":[1]}']) {
    const { status, text } = await chain.transport(body, signal);
    expect(status, body).toBe(422);
    expect(JSON.parse(text)).toMatchObject({ ok: false, code: 422 });
  }
});

test('returns the hash of a message on request', async () => {
  const message = beginCell()
    .store(storeMessage(external({ to: wallet.address, body: wallet.transfer(5, receiver, 1n) })))
    .endCell();
  const answer = await result('sendBocReturnHash', { boc: message.toBoc().toString('base64') });
  expect(answer).toEqual({ '@type': 'raw.extMessageInfo', hash: message.hash().toString('base64') });
});
