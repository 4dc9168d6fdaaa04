import { Address, beginCell, Cell, Dictionary, storeTransaction } from '@ton/core';
import { afterEach, expect, test } from 'vitest';
import { cellsIn, readBag, treeSize } from '../../../src/features/chain/cells/bag.ts';
import { readTransaction } from '../../../src/features/chain/cells/transaction.ts';
import { createChainClient } from '../../../src/features/chain/client/chain-client.ts';
import { type ChainService, ok, type Respond, sendAnswer, startChainService } from './chain-service.ts';
import * as recorded from './recorded-answers.ts';

const address = new Address(0, Buffer.alloc(32, 3));
const MiB = 1024 * 1024;
let service: ChainService | undefined;

afterEach(async () => {
  await service?.stop();
  service = undefined;
});

async function clientOf(respond: Respond) {
  service = await startChainService(respond);
  const { ton } = await createChainClient({ network: 'testnet', endpoints: [service.endpoint] });
  return { ton, requests: service.requests };
}

/** Cells that each refer twice to the next one: readings double with each level. */
function graph(levels: number): Cell {
  let cell = beginCell().endCell();
  // Label and fork of a dictionary: an empty label.
  for (let level = 0; level < levels; level++) {
    cell = beginCell().storeUint(0, 2).storeRef(cell).storeRef(cell).endCell();
  }
  return cell;
}

function transactionWith(messages: (cell: ReturnType<typeof beginCell>) => unknown, lt = 7n): Cell {
  const empty = beginCell()
    .store(
      storeTransaction({
        ...{ address: 1n, lt, prevTransactionHash: 5n, prevTransactionLt: 3n, now: 1_900_000_000 },
        ...{ outMessagesCount: 0, oldStatus: 'active', endStatus: 'active', inMessage: null },
        outMessages: Dictionary.empty(),
        totalFees: { coins: 0n },
        stateUpdate: { oldHash: Buffer.alloc(32), newHash: Buffer.alloc(32) },
        description: {
          ...{ type: 'storage', storagePhase: { storageFeesCollected: 0n, statusChange: 'unchanged' } },
        },
        raw: Cell.EMPTY,
        hash: () => Buffer.alloc(32),
      }),
    )
    .endCell();
  const [, ...others] = empty.refs;
  const inner = beginCell();
  messages(inner);
  const changed = beginCell().storeBits(empty.bits).storeRef(inner.endCell());
  for (const ref of others) changed.storeRef(ref);
  return changed.endCell();
}

/** A transaction of about 294 bytes whose outgoing messages cannot be listed. */
const bomb = () => transactionWith((cell) => cell.storeBit(0).storeBit(1).storeRef(graph(60)));

test('reads a small transaction without messages that are a graph of shared cells', () => {
  const root = bomb();
  const boc = root.toBoc();
  expect(boc.length).toBeLessThan(700);
  const read = readTransaction(boc);
  expect(read).toMatchObject({ lt: 7n, prevTransactionLt: 3n, prevTransactionHash: 5n, now: 1_900_000_000 });
  expect(read.inMessage).toBeNull();
  expect(read.outMessages.size).toBe(0);
  expect(read.hash().equals(root.hash())).toBe(true);
});

test('reads a message whose body is a graph of shared cells', async () => {
  const root = bomb();
  const data = root.toBoc().toString('base64');
  const answer = recorded.transaction(data, '7', root.hash().toString('base64'));
  const { ton } = await clientOf((_, response) => sendAnswer(response, 200, ok([answer])));
  const [found] = await ton.getTransactions(address, { limit: 1 });
  expect(found?.hash().equals(root.hash())).toBe(true);
});

test('computes the size of a tree without traversing it', () => {
  expect(treeSize(Cell.EMPTY, 100)).toBe(1);
  expect(treeSize(graph(4), 100)).toBe(31);
  expect(treeSize(graph(1000), 20_000)).toBe(20_000);
});

/** A bag of so many empty cells, in a chain of references to the last one. */
function bagOfEmptyCells(cells: number): Buffer {
  const data = Buffer.alloc(2 * cells + 1 + 3);
  data[0] = 1; // The root refers to the second cell.
  data.writeUIntBE(1, 2, 3);
  const body = data.subarray(0, 2 * cells + 3);
  const head = Buffer.alloc(4 + 1 + 1 + 9 + 4 + 3);
  head.writeUInt32BE(0xb5ee9c72, 0);
  head.set([3, 4], 4);
  head.writeUIntBE(cells, 6, 3);
  head.writeUIntBE(1, 9, 3);
  head.writeUIntBE(0, 12, 3);
  head.writeUInt32BE(body.length, 15);
  return Buffer.concat([head, body]);
}

test('rejects a bag of a million empty cells by its header', async () => {
  const bag = bagOfEmptyCells(950_000);
  expect(bag.length).toBeGreaterThan(1.8 * MiB);
  expect(cellsIn(bag)).toBe(950_000);
  expect(() => readTransaction(bag)).toThrow('Too many cells');
  const bytes = bag.toString('base64');
  const { ton } = await clientOf(({ method }, response) => {
    const result =
      method === 'getTransactions'
        ? [recorded.transaction(bytes, '1', 'x')]
        : {
            ...recorded.getMethodResult,
            stack: [['cell', { bytes: bagOfEmptyCells(20_000).toString('base64') }]],
          };
    sendAnswer(response, 200, ok(result));
  });
  await expect(ton.getTransactions(address, { limit: 1 })).rejects.toMatchObject({
    code: 'chain_unavailable',
  });
  await expect(ton.runMethod(address, 'x')).rejects.toMatchObject({ code: 'chain_unavailable' });
});

test.each<[string, (boc: Buffer) => Buffer]>([
  ['nothing', () => Buffer.alloc(0)],
  ['half a header', (boc) => boc.subarray(0, 7)],
  ['another format', (boc) => Buffer.concat([Buffer.from('68ff65f3', 'hex'), boc.subarray(4)])],
  ['one byte missing', (boc) => boc.subarray(0, -1)],
  ['one byte added', (boc) => Buffer.concat([boc, Buffer.alloc(1)])],
  ['two roots', (boc) => Buffer.from(boc).fill(2, 7, 8)],
  ['more cells than bytes', (boc) => Buffer.from(boc).fill(255, 6, 7)],
])('rejects %s as a bag of cells', (_what, change) => {
  const boc = beginCell().storeUint(1, 8).storeRef(Cell.EMPTY).endCell().toBoc();
  expect(readBag(boc, 2).refs).toHaveLength(1);
  expect(() => readBag(change(boc), 100)).toThrow(RangeError);
});

test('aborts a response of 18 MiB of empty lists at the limit of its method', async () => {
  let sent = 0;
  const lists = Buffer.from('[],'.repeat(MiB / 3));
  const { ton } = await clientOf((_, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json' });
    response.write('{"ok":true,"result":[');
    const more = () => {
      while (!response.destroyed && sent < 18 * MiB) {
        sent += lists.length;
        if (!response.write(lists)) return;
      }
      response.end('0]}');
    };
    response.on('drain', more);
    more();
  });
  await expect(ton.getTransactions(address, { limit: 1 })).rejects.toThrow(/The answer is too long/);
  expect(sent).toBeLessThan(18 * MiB);
});

test('does not parse a short response with very many values', async () => {
  const { ton, requests } = await clientOf((_, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json' });
    response.end(`{"ok":true,"result":[${'[],'.repeat(150_000)}"\\"[[["]}`);
  });
  await expect(ton.getMasterchainInfo()).rejects.toThrow(/The answer is too long/);
  expect(requests).toHaveLength(1);
});

test('repeats a request for a page that is too long, in smaller parts', async () => {
  const { ton, requests } = await clientOf(({ params }, response) => {
    const one = transactionWith((cell) => cell.storeBit(0).storeBit(0));
    const data = one.toBoc().toString('base64');
    const answer = recorded.transaction(data, '7', one.hash().toString('base64'));
    const text = { ...answer, padding: 'x'.repeat(MiB) };
    sendAnswer(response, 200, ok(Array.from({ length: Number(params.limit) }, () => text)));
  });
  expect(await ton.getTransactions(address, { limit: 16 })).toHaveLength(2);
  expect(requests.map(({ params }) => params.limit)).toEqual([16, 8, 4, 2]);
});
