import { Address, beginCell, Cell, Dictionary, storeTransaction } from '@ton/core';
import { readTransaction } from '../src/features/chain/cells/transaction.ts';
import { checkResultCells } from '../src/features/chain/client/bounded-reads.ts';
import { isParsable } from '../src/features/chain/client/response-limits.ts';
import { costOf } from './lib/cost.ts';
import type { Report } from './lib/report.ts';
import type { Workbench } from './lib/workbench.ts';

/** Longest time in milliseconds for which a response may block the event loop. */
const bound = 250;

const randomBits = () => BigInt(Math.floor(Math.random() * 2 ** 52));

/** Returns a tree of about `cells` different cells. */
function tree(cells: number): Cell {
  const builder = beginCell().storeUint(randomBits(), 64).storeUint(cells, 900);
  const below = cells - 1;
  const children = Math.min(4, below);
  for (let child = 0; child < children; child += 1) builder.storeRef(tree(Math.floor(below / children)));
  return builder.endCell();
}

/** Returns cells that each refer twice to the next one, so that every level doubles the paths through them. */
function graph(levels: number): Cell {
  let cell = Cell.EMPTY;
  for (let level = 0; level < levels; level += 1) {
    cell = beginCell()
      .storeUint(level % 1024, 10)
      .storeRef(cell)
      .storeRef(cell)
      .endCell();
  }
  return cell;
}

const account = new Address(0, Buffer.alloc(32, 1));

/** Returns a transaction with a message of this body. */
function transactionOf(body: Cell): Buffer {
  const info = {
    type: 'internal',
    ihrDisabled: true,
    bounce: true,
    bounced: false,
    src: account,
    dest: account,
    value: { coins: 1n },
    ihrFee: 0n,
    forwardFee: 0n,
    createdLt: 1n,
    createdAt: 1,
  } as const;
  return beginCell()
    .store(
      storeTransaction({
        ...{ address: 1n, lt: 7n, prevTransactionHash: 5n, prevTransactionLt: 3n, now: 1_900_000_000 },
        ...{ outMessagesCount: 0, oldStatus: 'active', endStatus: 'active', inMessage: { info, body } },
        ...{ outMessages: Dictionary.empty(), totalFees: { coins: 0n }, raw: Cell.EMPTY },
        stateUpdate: { oldHash: Buffer.alloc(32), newHash: Buffer.alloc(32) },
        description: {
          ...{ type: 'storage', storagePhase: { storageFeesCollected: 0n, statusChange: 'unchanged' } },
        },
        hash: () => Buffer.alloc(32),
      }),
    )
    .endCell()
    .toBoc();
}

/** Measures those responses of a hostile chain service that take longest to parse within the limits. */
export async function run(_: Workbench, report: Report): Promise<void> {
  const longest = (what: string, read: () => unknown) => {
    const times = Array.from({ length: 5 }, () => costOf(read));
    report.goal(what, Math.max(...times), 'ms', { sign: '≤', bound });
  };
  const large = transactionOf(tree(9000));
  longest(`a transaction of 9,000 cells (${large.length} bytes)`, () => readTransaction(large));
  const dense = transactionOf(graph(1000));
  longest(`a transaction of 1,000 levels (${dense.length} bytes)`, () => readTransaction(dense));
  const bytes = tree(4000).toBoc().toString('base64');
  longest('the result of a get-method with 4,000 cells', () => {
    checkResultCells({ stack: [['cell', { bytes }]] });
    return Cell.fromBase64(bytes);
  });
  const values = `[${'[],'.repeat(49_990)}[]]`;
  const text = `["${'x'.repeat(4 * 1024 * 1024 - values.length)}",${values}]`;
  longest('a document of 4 MiB and 100,000 values', () => isParsable(text) && JSON.parse(text));
}
