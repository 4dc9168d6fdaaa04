import { beginCell, type Cell, external, loadMessage, type ShardAccount, storeMessage } from '@ton/core';
import { LRUCache } from 'lru-cache';
import type * as z from 'zod';
import { accountOf, addressOf, contractIn } from '../account-state.ts';
import { type EmbeddedChain, ltStep } from '../embedded-chain.ts';
import type { FoundTransaction } from '../journal/stored-transaction.ts';
import { messagesOf, transactionIn } from '../transaction-cells.ts';
import * as requests from './requests.ts';
import * as responses from './responses.ts';
import { ToncenterError } from './toncenter-error.ts';

type Params<S extends z.ZodType> = z.output<S>;

/**
 * Number of cached responses, above any page of transactions, because clients that follow the chain request the last ones
 * repeatedly.
 */
const keptResponses = 256;

/** Implements toncenter's methods for the embedded chain. */
export class ToncenterMethods {
  readonly #chain: EmbeddedChain;
  /** Keyed by the logical time, which never changes. */
  readonly #responses = new LRUCache<number, ReturnType<typeof responses.transaction>>({
    max: keptResponses,
  });
  readonly #contracts = new WeakMap<ShardAccount, { code: string; data: string }>();

  constructor(chain: EmbeddedChain) {
    this.#chain = chain;
  }

  /** @throws ToncenterError, ZodError, and the errors of the chain */
  call(method: string, params: unknown): object | Promise<object> {
    switch (method) {
      case 'getMasterchainInfo':
        return this.#masterchainInfo();
      case 'getConfigParam':
        return this.#configParameter(requests.configParameter.parse(params));
      case 'shards':
      case 'getShards':
        return this.#shards(requests.shards.parse(params));
      case 'getBlockTransactions':
        return this.#blockTransactions(requests.blockTransactions.parse(params));
      case 'getAddressInformation':
        return this.#addressInformation(requests.addressInformation.parse(params));
      case 'runGetMethod':
        return this.#runGetMethod(requests.getMethod.parse(params));
      case 'getTransactions':
        return this.#transactions(requests.transactions.parse(params));
      case 'sendBoc':
        return this.#send(requests.boc.parse(params).boc, { '@type': 'ok' });
      case 'sendBocReturnHash': {
        const { boc } = requests.boc.parse(params);
        const hash = boc.hash().toString('base64');
        return this.#send(boc, { '@type': 'raw.extMessageInfo', hash });
      }
      case 'estimateFee':
        return this.#estimateFee(requests.fees.parse(params));
      case 'tryLocateResultTx':
      case 'tryLocateTx':
        return this.#locateResult(requests.located.parse(params));
      case 'tryLocateSourceTx':
        return this.#locateSource(requests.located.parse(params));
      // Only this chain has the method, because nodes that share the chain have no other source of test money.
      case 'alcove.faucet':
        return this.#faucet(requests.faucet.parse(params));
      default:
        throw new ToncenterError(404, `This chain has no method ${method}.`);
    }
  }

  async #faucet({ address, amount }: Params<typeof requests.faucet>) {
    await this.#chain.faucet(address, amount);
    return { '@type': 'ok' };
  }

  #masterchainInfo() {
    const { seqno } = this.#chain.journal;
    return {
      '@type': 'blocks.masterchainInfo',
      last: this.#blockId(-1, seqno),
      state_root_hash: this.#chain.blockHash('state', seqno).toString('base64'),
      init: { ...this.#blockId(-1, 0), shard: '0' },
    };
  }

  #configParameter({ config_id }: Params<typeof requests.configParameter>) {
    const bytes = this.#chain.configParameter(config_id)?.toBoc().toString('base64');
    if (bytes === undefined) {
      throw new ToncenterError(404, `The configuration has no parameter ${config_id}.`);
    }
    return { '@type': 'configInfo', config: { '@type': 'tvm.cell', bytes } };
  }

  #shards({ seqno }: Params<typeof requests.shards>) {
    this.#block(seqno);
    return { '@type': 'blocks.shards', shards: [this.#blockId(0, seqno)] };
  }

  #blockTransactions({ workchain, seqno, count, after_lt }: Params<typeof requests.blockTransactions>) {
    const rest = this.#block(seqno).filter(
      ({ account, lt }) => Number(account.split(':')[0]) === workchain && lt > after_lt,
    );
    return {
      '@type': 'blocks.transactions',
      id: this.#blockId(workchain, seqno),
      req_count: count,
      incomplete: rest.length > count,
      transactions: rest.slice(0, count).map((found) => ({
        '@type': 'blocks.shortTxId',
        mode: 135,
        account: found.account,
        lt: String(found.lt),
        hash: transactionIn(found.boc).hash().toString('base64'),
      })),
    };
  }

  #addressInformation({ address }: Params<typeof requests.addressInformation>) {
    const { journal, now } = this.#chain;
    const shardAccount = this.#chain.stateOf(address);
    const { account, lastTransactionLt, lastTransactionHash } = shardAccount;
    const state = account?.storage.state;
    return {
      '@type': 'raw.fullAccountState',
      balance: (account?.storage.balance.coins ?? 0n).toString(),
      extra_currencies: [],
      ...this.#contractOf(shardAccount),
      last_transaction_id: responses.transactionId(lastTransactionLt, responses.bytesOf(lastTransactionHash)),
      block_id: this.#blockId(-1, journal.seqno),
      frozen_hash: state?.type === 'frozen' ? responses.bytesOf(state.stateHash).toString('base64') : '',
      sync_utime: now,
      state: state?.type === 'active' || state?.type === 'frozen' ? state.type : 'uninitialized',
    };
  }

  /** Returns code and data in base64. */
  #contractOf(shardAccount: ShardAccount): { code: string; data: string } {
    const known = this.#contracts.get(shardAccount);
    if (known) return known;
    const { code, data } = contractIn(shardAccount) ?? {};
    const contract = {
      code: code?.toBoc().toString('base64') ?? '',
      data: data?.toBoc().toString('base64') ?? '',
    };
    this.#contracts.set(shardAccount, contract);
    return contract;
  }

  async #runGetMethod({ address, method, stack }: Params<typeof requests.getMethod>) {
    const { seqno } = this.#chain.journal;
    const { lastTransactionLt, lastTransactionHash } = this.#chain.stateOf(address);
    const result = await this.#chain.get(address, method, stack);
    return {
      '@type': 'smc.runResult',
      gas_used: result.gasUsed,
      stack: result.stack.map(responses.stackItem),
      exit_code: result.exitCode,
      block_id: this.#blockId(-1, seqno),
      last_transaction_id: responses.transactionId(lastTransactionLt, responses.bytesOf(lastTransactionHash)),
    };
  }

  /** Returns the transactions from `lt` back to `to_lt`, exclusively. */
  #transactions({ address, limit, lt, hash, to_lt }: Params<typeof requests.transactions>) {
    const from = lt ?? this.#chain.journal.lastLt;
    const found = this.#chain.journal.ofAccount(accountOf(address), from, to_lt, limit);
    const sent = found.map((stored) => this.#responseOf(stored));
    if (lt !== undefined && lt > to_lt) {
      const [first] = sent;
      const isLocated = found[0]?.lt === lt && first?.transaction_id.hash === hash?.toString('base64');
      if (!isLocated) throw notLocated();
    }
    return sent;
  }

  async #send(message: Cell, response: object) {
    await this.#chain.send(message);
    return response;
  }

  async #estimateFee({ address, body, init_code, init_data, ignore_chksig }: Params<typeof requests.fees>) {
    const init = init_code && { code: init_code, data: init_data ?? null };
    const message = beginCell().store(storeMessage(external({ to: address, body, ...(init && { init }) })));
    return responses.fees(await this.#chain.tryOut(message.endCell(), { ignoreSignature: ignore_chksig }));
  }

  /** Finds the result in the message's own block, which contains everything that the message causes. */
  #locateResult({ destination, created_lt }: Params<typeof requests.located>) {
    const source = this.#chain.journal.before(created_lt);
    const block = source && this.#chain.journal.ofBlock(source.seqno);
    return this.#located(
      block?.find((candidate) => {
        if (candidate.account !== accountOf(destination) || candidate.lt <= created_lt) return false;
        const { received } = messagesOf(transactionIn(candidate.boc));
        return received !== null && createdLt(received) === created_lt;
      }),
    );
  }

  #locateSource({ source, created_lt }: Params<typeof requests.located>) {
    const sender = this.#chain.journal.before(created_lt);
    const isSource =
      sender !== undefined &&
      sender.account === accountOf(source) &&
      created_lt - sender.lt < ltStep &&
      messagesOf(transactionIn(sender.boc)).sent.some((cell) => createdLt(cell) === created_lt);
    return this.#located(isSource ? sender : undefined);
  }

  #located(found: FoundTransaction | undefined) {
    if (!found) throw new ToncenterError(404, 'transaction was not found');
    return this.#responseOf(found);
  }

  #responseOf(stored: FoundTransaction) {
    const known = this.#responses.get(stored.lt);
    if (known) return known;
    const response = responses.transaction(stored.boc, addressOf(stored.account));
    this.#responses.set(stored.lt, response);
    return response;
  }

  #block(seqno: number): FoundTransaction[] {
    const transactions = this.#chain.journal.ofBlock(seqno);
    if (!transactions) throw new ToncenterError(500, 'LITE_SERVER_NOTREADY: block is not applied');
    return transactions;
  }

  #blockId(workchain: number, seqno: number) {
    return responses.blockId(workchain, seqno, (part) => this.#chain.blockHash(part, seqno));
  }
}

const notLocated = () =>
  new ToncenterError(
    500,
    'LITE_SERVER_UNKNOWN: cannot locate transaction in block with specified logical time',
  );

/** Returns the logical time at which an internal message was sent. */
function createdLt(message: Cell): number | undefined {
  const { info } = loadMessage(message.beginParse());
  return info.type === 'internal' ? Number(info.createdLt) : undefined;
}
