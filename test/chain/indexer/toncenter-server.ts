import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Transaction } from '@ton/core';
import type { ChainWorld } from './chain-world.ts';

/** The platform's state on a back end. */
export interface BackEnd {
  seqno: number;
  /** Unix seconds. */
  time: number;
  /** Oldest first. */
  transactions: readonly Transaction[];
}

/** The current state of the chain. */
export const backEndOf = (world: ChainWorld): BackEnd => ({
  ...{ seqno: world.chain.journal.seqno, time: world.time, transactions: world.transactions() },
});

/** The state so many transactions of the platform, and as many blocks, ago. */
export const earlier = (backEnd: BackEnd, count: number): BackEnd => ({
  seqno: backEnd.seqno - count,
  time: backEnd.time,
  transactions: backEnd.transactions.slice(0, -count),
});

interface Request {
  method: string;
  params: { address?: string; lt?: string; hash?: string; limit?: number };
}

export type ToncenterServer = Awaited<ReturnType<typeof startToncenter>>;

const bocs = new WeakMap<Transaction, string>();

/** The same bytes are requested repeatedly. */
function bocOf(transaction: Transaction): string {
  const boc = bocs.get(transaction) ?? transaction.raw.toBoc().toString('base64');
  bocs.set(transaction, boc);
  return boc;
}

const hashOf = (transaction: Transaction): string => transaction.hash().toString('base64');

const refusal = (words: string) => ({ ok: false, error: `LITE_SERVER_UNKNOWN: ${words}`, code: 500 });

/** @returns the result, or the reason without one, as text of the liteserver */
function answerOf({ seqno, time, transactions }: BackEnd, { method, params }: Request): object | string {
  const last = transactions.at(-1);
  if (method === 'getAddressInformation') {
    return {
      ...{ balance: '0', code: '', data: '', state: last ? 'active' : 'uninitialized', sync_utime: time },
      last_transaction_id: {
        '@type': 'internal.transactionId',
        lt: String(last?.lt ?? 0),
        hash: last ? hashOf(last) : Buffer.alloc(32).toString('base64'),
      },
      block_id: {
        ...{ '@type': 'ton.blockIdExt', workchain: -1, shard: '-9223372036854775808', seqno },
        ...{ root_hash: '', file_hash: '' },
      },
    };
  }
  const from = transactions.findIndex(({ lt }) => String(lt) === params.lt);
  if (from === -1) {
    return `cannot compute block with specified transaction: cannot find block (0,8000000000000000) lt=${params.lt}: lt not in db`;
  }
  if (transactions[from]?.hash().toString('hex') !== params.hash) return 'transaction hash mismatch';
  return transactions
    .slice(Math.max(0, from + 1 - (params.limit ?? 10)), from + 1)
    .reverse()
    .map((transaction) => ({
      ...{ data: bocOf(transaction), utime: transaction.now },
      transaction_id: { lt: String(transaction.lt), hash: hashOf(transaction) },
      ...{ fee: '0', storage_fee: '0', other_fee: '0', out_msgs: [] },
    }));
}

/** A service on loopback that implements toncenter v2, with back ends that may disagree. */
export async function startToncenter(backEnd: BackEnd) {
  const server = {
    url: '',
    requests: [] as Request[],
    /** The back end that answers a request. */
    choose: (_request: Request, _number: number): BackEnd => backEnd,
    /**
     * Sends another answer instead.
     * @returns whether it did
     */
    spoil: (_request: Request, _response: ServerResponse): boolean => false,
    answer: (request: Request, response: ServerResponse): void => {
      const result = answerOf(server.choose(request, server.requests.length), request);
      const isRefused = typeof result === 'string';
      response.writeHead(isRefused ? 500 : 200, { 'Content-Type': 'application/json' });
      response.end(JSON.stringify(isRefused ? refusal(result) : { ok: true, result }));
    },
    stop: async () => {
      http.closeAllConnections();
      http.close();
      await once(http, 'close');
    },
  };
  const http = createServer((incoming, response) => {
    void readBody(incoming).then((text) => {
      const request = JSON.parse(text) as Request;
      server.requests.push(request);
      if (!server.spoil(request, response)) server.answer(request, response);
    });
  });
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  server.url = `http://127.0.0.1:${(http.address() as AddressInfo).port}/api/v2/jsonRPC`;
  return server;
}

async function readBody(incoming: IncomingMessage): Promise<string> {
  let text = '';
  for await (const part of incoming.setEncoding('utf8')) text += part;
  return text;
}
