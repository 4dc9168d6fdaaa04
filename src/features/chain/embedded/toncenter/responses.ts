import {
  Address,
  beginCell,
  type Cell,
  loadMessage,
  type StateInit,
  storeStateInit,
  type Transaction,
  type TupleItem,
} from '@ton/core';
import { messagesOf, transactionIn } from '../transaction-cells.ts';
import { commentIn } from './comment.ts';

/** Parts of toncenter's responses, version 2, with the fields of the public service. */

const shard = '-9223372036854775808';

/** Returns the bytes that identify a block, by part. */
export type BlockHash = (part: string) => Buffer;

export const blockId = (workchain: number, seqno: number, hash: BlockHash) => ({
  '@type': 'ton.blockIdExt',
  workchain,
  shard,
  seqno,
  root_hash: hash(`root ${workchain}`).toString('base64'),
  file_hash: hash(`file ${workchain}`).toString('base64'),
});

/** @param hash 32 bytes */
export const transactionId = (lt: bigint | number, hash: Buffer) => ({
  '@type': 'internal.transactionId',
  lt: lt.toString(),
  hash: hash.toString('base64'),
});

export const bytesOf = (hash: bigint): Buffer => Buffer.from(hash.toString(16).padStart(64, '0'), 'hex');

const hex = (value: bigint): string =>
  value < 0n ? `-0x${(-value).toString(16)}` : `0x${value.toString(16)}`;

const emptyList = { '@type': 'tvm.list', elements: [] };

/** Encodes an item of a get-method's result: slices become `cell` and null an empty list. */
export function stackItem(item: TupleItem): [string, unknown] {
  switch (item.type) {
    case 'int':
      return ['num', hex(item.value)];
    case 'nan':
      return ['num', 'NaN'];
    case 'cell':
    case 'slice':
    case 'builder':
      return ['cell', { bytes: item.cell.toBoc().toString('base64') }];
    case 'tuple':
      return ['tuple', { '@type': 'tvm.tuple', elements: item.items.map(tupleElement) }];
    case 'null':
      return ['list', emptyList];
  }
}

/** Encodes an element of a tuple, where every value is sent with its type. */
function tupleElement(item: TupleItem): object {
  switch (item.type) {
    case 'int':
    case 'nan': {
      const number = item.type === 'int' ? item.value.toString() : 'NaN';
      return { '@type': 'tvm.stackEntryNumber', number: { '@type': 'tvm.numberDecimal', number } };
    }
    case 'cell':
    case 'builder': {
      const bytes = item.cell.toBoc().toString('base64');
      return { '@type': 'tvm.stackEntryCell', cell: { '@type': 'tvm.cell', bytes } };
    }
    case 'slice': {
      const bytes = item.cell.toBoc().toString('base64');
      return { '@type': 'tvm.stackEntrySlice', slice: { '@type': 'tvm.slice', bytes } };
    }
    case 'tuple': {
      const elements = item.items.map(tupleElement);
      return { '@type': 'tvm.stackEntryTuple', tuple: { '@type': 'tvm.tuple', elements } };
    }
    case 'null':
      return { '@type': 'tvm.stackEntryList', list: emptyList };
  }
}

function message(cell: Cell) {
  const { info, body, init } = loadMessage(cell.beginParse());
  const isInternal = info.type === 'internal';
  const text = commentIn(body);
  return {
    '@type': 'ext.message',
    hash: cell.hash().toString('base64'),
    source: info.type === 'external-in' ? '' : friendly(info.src),
    destination: friendly(info.dest),
    value: (isInternal ? info.value.coins : 0n).toString(),
    extra_currencies: [],
    fwd_fee: (isInternal ? info.forwardFee : 0n).toString(),
    ihr_fee: (isInternal ? info.ihrFee : 0n).toString(),
    created_lt: (info.type === 'external-in' ? 0n : info.createdLt).toString(),
    body_hash: body.hash().toString('base64'),
    msg_data: text
      ? { '@type': 'msg.dataText', text: text.toString('base64') }
      : {
          '@type': 'msg.dataRaw',
          body: base64Of(body),
          init_state: init ? base64Of(stateInitCell(init)) : '',
        },
    message: text?.toString() ?? '',
  };
}

const base64Of = (cell: Cell): string => cell.toBoc().toString('base64');
const stateInitCell = (init: StateInit): Cell => beginCell().store(storeStateInit(init)).endCell();
const friendly = (address: unknown): string => (Address.isAddress(address) ? address.toString() : '');

/** @param boc the stored transaction */
export function transaction(boc: Buffer, account: Address) {
  const parsed = transactionIn(boc);
  const { received, sent } = messagesOf(parsed);
  const fee = parsed.totalFees.coins;
  const storageFee = storageFeeOf(parsed);
  return {
    '@type': 'raw.transaction',
    address: { '@type': 'accountAddress', account_address: account.toString() },
    account: account.toRawString().toUpperCase(),
    utime: parsed.now,
    data: boc.toString('base64'),
    transaction_id: transactionId(parsed.lt, parsed.hash()),
    fee: fee.toString(),
    storage_fee: storageFee.toString(),
    other_fee: (fee - storageFee).toString(),
    ...(received && { in_msg: message(received) }),
    out_msgs: sent.map(message),
  };
}

const storageFeeOf = ({ description }: Transaction): bigint =>
  ('storagePhase' in description && description.storagePhase?.storageFeesCollected) || 0n;

/** Returns the fees of a simulated transaction. */
export function fees(tried: Transaction) {
  const { description, totalFees } = tried;
  const { computePhase, actionPhase } =
    description.type === 'generic' ? description : { computePhase: undefined, actionPhase: undefined };
  const gas = computePhase?.type === 'vm' ? computePhase.gasFees : 0n;
  const storage = storageFeeOf(tried);
  const ofActions = actionPhase?.totalActionFees ?? 0n;
  return {
    '@type': 'query.fees',
    source_fees: {
      '@type': 'fees',
      in_fwd_fee: Number(totalFees.coins - gas - storage - ofActions),
      storage_fee: Number(storage),
      gas_fee: Number(gas),
      fwd_fee: Number(actionPhase?.totalFwdFees ?? 0n),
    },
    destination_fees: [],
  };
}
