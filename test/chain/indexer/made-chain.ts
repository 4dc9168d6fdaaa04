import { createHash } from 'node:crypto';
import {
  Address,
  beginCell,
  Cell,
  loadTransaction,
  type Message,
  storeTransaction,
  type Transaction,
} from '@ton/core';
import { contentIdOf } from '../../../src/core/content-id.ts';
import { codes } from '../../../src/features/chain/contracts/codes.ts';
import { contentMetadataCell } from '../../../src/features/chain/contracts/content-metadata.ts';
import { contentParamsCell } from '../../../src/features/chain/contracts/content-params.ts';
import { storeKind, storeRawAddress } from '../../../src/features/chain/contracts/fields.ts';
import { operations } from '../../../src/features/chain/contracts/operations.ts';
import { contentAddress } from '../../../src/features/chain/contracts/state-inits.ts';
import { person } from '../contracts/support/people.ts';
import { sampleMetadata, sampleParams, ton } from '../contracts/support/samples.ts';
import { openChainWorld, start } from './chain-world.ts';
import type { BackEnd } from './toncenter-server.ts';

/** The number of licences issued after each registration. */
const salesEach = 3;

/** Links a transaction to the one before. */
export function behind(previous: Transaction | undefined, transaction: Transaction): Transaction {
  const cell = beginCell().store(
    storeTransaction({
      ...transaction,
      lt: (previous?.lt ?? 0n) + 1_000_000n,
      prevTransactionLt: previous?.lt ?? 0n,
      prevTransactionHash: BigInt(`0x${previous?.hash().toString('hex') ?? '0'}`),
    }),
  );
  return loadTransaction(cell.endCell().beginParse());
}

const copyOf = (transaction: Transaction): Transaction => loadTransaction(transaction.raw.beginParse());
const uint64 = (value: number) => beginCell().storeUint(value, 64);

/** A registration with this index, and a unique title and file. */
function registration(pattern: Transaction, platform: string, index: number, name: string): Transaction {
  const copy = copyOf(pattern);
  const title = `${name} ${index}`;
  const contentId = contentIdOf(createHash('sha256').update(title).digest());
  const metadata = contentMetadataCell({ ...sampleMetadata, title, contentId });
  const body = beginCell()
    .storeUint(operations.content_init, 32)
    .storeUint(index, 64)
    .store(storeRawAddress(person('author')))
    .store(storeRawAddress(person('author'))) // the payer
    .storeUint(0, 8) // no shares
    .storeRef(codes.licence)
    .storeRef(contentParamsCell(sampleParams({ metadata })))
    .storeRef(Cell.EMPTY);
  const message = copy.outMessages.get(0) as Message;
  const data = uint64(index).storeAddress(Address.parseRaw(platform)).endCell();
  copy.outMessages.set(0, {
    info: { ...message.info, dest: Address.parseRaw(contentAddress(platform, index)) } as Message['info'],
    init: { code: codes.content, data },
    body: body.endCell(),
  });
  return copy;
}

/**
 * A transaction of the platform with an event.
 * @param pattern a valid one
 * @param lt the logical time of the event on its contract
 */
export function telling(pattern: Transaction, from: string, lt: bigint, body: Cell): Transaction {
  const { info } = pattern.inMessage as Message;
  const delivered = { ...info, src: Address.parseRaw(from), createdLt: lt } as Message['info'];
  return { ...copyOf(pattern), inMessage: { info: delivered, body } };
}

/** The event of a content that it issued a licence. */
export const issued = (content: number, licence: number, owner: string): Cell =>
  beginCell()
    .storeUint(operations.licence_issued, 32)
    .storeUint(1_000_000 * content + licence, 64)
    .storeUint(content, 64)
    .storeUint(licence, 64)
    .store(storeKind('resale'))
    .store(storeRawAddress(owner))
    .storeCoins(5n * ton)
    .storeMaybeRef(null)
    .endCell();

/**
 * A platform with so many transactions, generated from a few valid ones: registrations with three sales each.
 * The virtual machine would take minutes.
 * @param name another one makes another chain of the same platform
 */
export async function makeChain(
  count: number,
  name = 'song',
): Promise<BackEnd & { platform: string; contents: number; licences: number }> {
  const world = await openChainWorld();
  await world.register('author');
  await world.buy('buyer', world.contentAt(0), 'listen');
  const [first, registered, sold] = world.transactions() as [Transaction, Transaction, Transaction];
  const { platform } = world;
  await world.close();
  const transactions = [behind(undefined, first)];
  for (let n = 1; n < count; n += 1) {
    const [content, sale] = [Math.floor((n - 1) / (salesEach + 1)), (n - 1) % (salesEach + 1)];
    const next =
      sale === 0
        ? registration(registered, platform, content, name)
        : telling(
            sold,
            contentAddress(platform, content),
            1n,
            issued(content, sale - 1, person(`buyer ${sale - 1}`)),
          );
    transactions.push(behind(transactions.at(-1), next));
  }
  const contents = Math.ceil((count - 1) / (salesEach + 1));
  return {
    ...{ platform, transactions, contents, licences: count - 1 - contents },
    ...{ seqno: count, time: start },
  };
}
