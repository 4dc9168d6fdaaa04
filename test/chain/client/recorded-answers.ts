/**
 * Answers of the public service, compiled from its documentation and from published answers, with every field
 * that it sends, `@extra` included, so that a client that fails on one is found. Two programs implement this
 * version of the API: ton-http-api, and ton-http-api-cpp, whose differing answers are under `newer` (OpenAPI
 * document: schemas/v2.yaml). Without the network, this cannot show that the service still answers like this.
 */

const hash = 'b26/Pw8BYz6VY7RyYB/w2Nf8pKBebsg+H4rT1pH5ZEM=';
const fileHash = 'lLylrj7eZn0TSNxpg4yovJJ4x/ILgeeJ3byS6MFVTJw=';
const extra = '1687338546.391785:11:0.37351974452237247';

const block = (workchain: number, seqno: number) => ({
  '@type': 'ton.blockIdExt',
  workchain,
  shard: '-9223372036854775808',
  seqno,
  root_hash: hash,
  file_hash: fileHash,
});

export const masterchainInfo = {
  '@type': 'blocks.masterchainInfo',
  last: block(-1, 45_792_554),
  state_root_hash: 'X8Yj/jPzkH5lAYHchUTaURywL/eQrqQfx9YfHr/Tdys=',
  init: {
    '@type': 'ton.blockIdExt',
    workchain: -1,
    shard: '0',
    seqno: 0,
    root_hash: 'F6OpKZKqvqeFp6CQmFomXNMfMj2EnaUSOXN+Mh+wVWk=',
    file_hash: 'XplPz01CXAps5qeSWUtxcyBfdAo5zVb1N979KLSKD24=',
  },
  '@extra': extra,
};

export const shards = { '@type': 'blocks.shards', shards: [block(0, 41_000_000)], '@extra': extra };

export const blockTransactions = {
  '@type': 'blocks.transactions',
  id: block(0, 41_000_000),
  req_count: 40,
  incomplete: false,
  transactions: [
    {
      '@type': 'blocks.shortTxId',
      mode: 135,
      account: `0:${'3'.repeat(64)}`,
      lt: '48756940000001',
      hash: 'RzoRGcEyx5Ia5tEKUWlCpFbg8B0scpuXSyNXf9a4Nsk=',
    },
  ],
  '@extra': extra,
};

export const addressInformation = {
  '@type': 'raw.fullAccountState',
  balance: '14020735',
  extra_currencies: [],
  code: '',
  data: '',
  last_transaction_id: {
    '@type': 'internal.transactionId',
    lt: '0',
    hash: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=',
  },
  block_id: block(-1, 45_792_554),
  frozen_hash: '',
  sync_utime: 1_687_338_546,
  '@extra': extra,
  state: 'uninitialized',
};

/** A number, a negative one, a slice (as `cell`), nothing (as an empty list). */
export const getMethodResult = {
  '@type': 'smc.runResult',
  gas_used: 711,
  stack: [
    ['num', '0x4b'],
    ['num', '-0x5'],
    ['cell', { bytes: 'te6cckEBAQEAAgAAAEysuc0=' }],
    ['list', { '@type': 'tvm.list', elements: [] }],
  ],
  exit_code: 0,
  '@extra': extra,
  block_id: block(-1, 45_792_554),
  last_transaction_id: { '@type': 'internal.transactionId', lt: '0', hash },
};

/** @param data the transaction, a bag of cells in base64 */
export const transaction = (data: string, lt: string, txHash: string) => ({
  '@type': 'raw.transaction',
  address: {
    '@type': 'accountAddress',
    account_address: 'EQAlkiTak6MlHRgaImxjUdb3SsEE7PA43ZxGGzZ8Cm2hOE2N',
  },
  utime: 1_764_000_000,
  data,
  transaction_id: { '@type': 'internal.transactionId', lt, hash: txHash },
  fee: '3078009',
  storage_fee: '9',
  other_fee: '3078000',
  in_msg: {
    '@type': 'ext.message',
    hash: 'o5ZFWjAY3g2/lvMTsld8XG7b/aMGZmFaGmgHKb+7hKo=',
    source: '',
    destination: 'EQAlkiTak6MlHRgaImxjUdb3SsEE7PA43ZxGGzZ8Cm2hOE2N',
    value: '0',
    extra_currencies: [],
    fwd_fee: '0',
    ihr_fee: '0',
    created_lt: '0',
    body_hash: 'PLIca44QwFpgSr+Pztp0W8mnQOhG3BxpCsjVHXjA8+c=',
    msg_data: { '@type': 'msg.dataRaw', body: 'te6cckEBAQEAAgAAAEysuc0=', init_state: '' },
    message: '',
  },
  out_msgs: [
    {
      '@type': 'ext.message',
      hash: 'o5ZFWjAY3g2/lvMTsld8XG7b/aMGZmFaGmgHKb+7hKo=',
      source: 'EQBIhPuWmjT7fP-VomuTWseE8JNWv2q7QYfsVQ1IZwnMk8wL',
      destination: 'EQBKgXCNLPexWhs2L79kiARR1phGH1LwXxRbNsCFF9doc2lN',
      value: '100000000',
      extra_currencies: [],
      fwd_fee: '666672',
      ihr_fee: '0',
      created_lt: '32294193000002',
      body_hash: 'tDJM2A4YFee5edKRfQWLML5XIJtb5FLq0jFvDXpv0xI=',
      msg_data: { '@type': 'msg.dataText', text: 'SGVsbG8sIHdvcmxkIQ==' },
      message: 'Hello, world!',
    },
  ],
});

export const fees = {
  '@type': 'query.fees',
  source_fees: { '@type': 'fees', in_fwd_fee: 66667, storage_fee: 1272, gas_fee: 0, fwd_fee: 0 },
  destination_fees: [],
  '@extra': extra,
};

export const sent = { '@type': 'ok', '@extra': extra };

/** The answer of the service for a message that a contract rejects. */
export const notAccepted = {
  ok: false,
  error:
    'LITE_SERVER_UNKNOWN: cannot apply external message to current state : External message was not accepted\nCannot run message on account: inbound external message rejected by transaction 4C6FE61A:\nexitcode=133, steps=49, gas_used=0\n',
  code: 500,
  jsonrpc: '2.0',
  id: '1',
};

/** Answers of the newer program that differ. */
export const newer = {
  /** Of an account that does not exist, and may not send before a time. */
  noAddressInformation: { ...addressInformation, balance: '-1', suspended: true },
  addressInformation: {
    ...addressInformation,
    extra_currencies: [{ '@type': 'extraCurrency', id: 239, amount: '7' }],
    frozen_hash: hash,
    state: 'frozen',
  },
  getMethodResult: { ...getMethodResult, '@type': 'ext.runResult' },
  transaction: (data: string, lt: string, txHash: string) => {
    const { in_msg, ...withoutMessage } = transaction(data, lt, txHash);
    return {
      ...withoutMessage,
      '@type': 'ext.transaction',
      account: '0:25922493DA93A3251D181A226C6351D6F74AC104ECF038DD9C461B367C0A6DA1',
      // Of a body that is no text: its bits in base64, or the reason that they are missing.
      in_msg: { ...in_msg, message: 'AAAAAA==' },
      out_msgs: withoutMessage.out_msgs.map(({ message: _, ...message }) => ({
        ...message,
        msg_data: { '@type': 'msg.dataRaw', body: 'te6cckEBAQEAAgAAAEysuc0=', init_state: '' },
        message_decode_error: 'failed to decode msg body hex',
      })),
    };
  },
  /** It contains neither the version of JSON-RPC nor the request. */
  envelope: (result: unknown) => ({ ok: true, result, '@extra': extra }),
};

const refusal = (code: number, error: string) => ({
  status: code,
  document: { ok: false, error, code, '@extra': extra },
});

/** Refusals of either program, grouped by their meaning for the request. */
export const refusals = {
  /** The object does not exist, or the request is invalid: a retry changes nothing. */
  plain: [
    refusal(404, 'transaction not found'),
    refusal(404, 'transaction was not found'),
    refusal(416, 'Incorrect address'),
    refusal(422, 'failed to parse address'),
    refusal(422, 'failed to validate request: lt and hash should be used together'),
    refusal(500, 'LITE_SERVER_UNKNOWN: cannot locate transaction in block with specified logical time'),
    refusal(
      500,
      'LITE_SERVER_UNKNOWN: cannot compute block with specified transaction: cannot find block (0,c25e8b92e48f9c50) lt=29142750000001: lt not in db',
    ),
    refusal(542, 'LITE_SERVER_UNKNOWN: transaction hash mismatch'),
  ],
  /** The service could not find out. */
  trouble: [
    refusal(429, 'Ratelimit exceed'),
    refusal(500, 'LITE_SERVER_NETWORKtimeout for adnl query query'),
    refusal(500, 'LITE_SERVER_NOTREADY: block is not applied'),
    refusal(504, 'LITE_SERVER_NETWORK timeout'),
    refusal(533, 'Failed to get session: no working clients'),
    // From FastAPI, when the whole request took too long.
    { status: 504, document: { ok: false, code: 504, error: 'Gateway Timeout' } },
    // From a proxy before the service.
    { status: 403, document: { message: 'Forbidden' } },
    { status: 502, document: 'Bad Gateway' },
  ],
};
