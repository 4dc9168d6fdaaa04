import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { WalletBridge } from '../../../src/features/practice/wallet/wallet-bridge.ts';
import { readConnectLink, WalletChannel } from '../../../src/features/practice/wallet/wallet-protocol.ts';
import { appRequest, readTransaction } from '../../../src/features/practice/wallet/wallet-request.ts';
import { readAnswer } from '../../../src/features/practice/wallet-page/wallet-listener.ts';
import { headers, type InputParser, jsonPieces, KiB, latin1 } from './input-parser.ts';

const id = 'a'.repeat(64);
const own = `0:${'1'.repeat(64)}` as const;
/** Limit of the bridge. */
const bridgeMessage = 64 * KiB;

const bridge = new WalletBridge();
const response = {
  writeHead: () => response,
  end: () => response,
  write: () => true,
  once: () => response,
  on: (_: string, closed: () => void) => closed(),
} as unknown as ServerResponse;

/** Sends a request to the bridge. */
const toBridge = (name: string, query: Record<string, string>, method: 'GET' | 'POST', body = '') =>
  bridge.handle(
    name,
    query,
    Object.assign(Readable.from([Buffer.from(body)]), { method, headers: {} }) as unknown as IncomingMessage,
    response,
  );

/** Parsers of the practice wallet app: of its bridge, its page and the requests of apps. */
export const practiceWalletParsers: Record<string, InputParser> = {
  'connection link of a wallet app': {
    max: headers,
    pieces: [...jsonPieces, 'https://', '.', '{"name":"ton_proof"},'],
    prefixes: ['{"manifestUrl":"https://', '{"items":[', '{"manifestUrl":"https://a.example","items":['],
    parse: (r) => [
      readConnectLink({ id, r }),
      readConnectLink({ id: r, r: JSON.stringify({ manifestUrl: r, items: [{ name: r, payload: r }] }) }),
    ],
  },
  'query of the bridge of a wallet app': {
    max: headers,
    pieces: [id, ',', `${id},`, '0', '-1', 'e9'],
    prefixes: [id],
    parse: async (text) => {
      await toBridge('events', { client_id: text, last_event_id: text }, 'GET');
      await toBridge('message', { client_id: text, to: text, ttl: text }, 'POST', 'AAAA');
    },
  },
  'message over the bridge of a wallet app': {
    max: bridgeMessage,
    pieces: ['A', '=', '/', '%41'],
    prefixes: ['AAAA'],
    parse: async (text) => {
      await toBridge('message', { client_id: id, to: id, ttl: '1' }, 'POST', text);
      return new WalletChannel().decrypt(id, text);
    },
  },
  'request of an app': {
    max: bridgeMessage,
    pieces: [...jsonPieces, '{"messages":[', '{"address":"', '{"id":1,"method":"', '"params":["'],
    prefixes: ['{"messages":[', '{"id":"', '{"id":1,"method":"sendTransaction","params":["'],
    parse: (text) => {
      const parsed = appRequest.safeParse(JSON.parse(text));
      return [parsed, readTransaction(text, own)];
    },
  },
  'message in a request of an app': {
    max: bridgeMessage,
    pieces: ['0', '-1:', 'te6c', 'A', '='],
    prefixes: ['te6cckEB', '0:'],
    parse: (text) => {
      const fields = { address: own, amount: '1', payload: latin1(text).toString('base64') };
      for (const message of [
        fields,
        { ...fields, payload: text },
        { ...fields, address: text, amount: text },
      ])
        readTransaction(JSON.stringify({ from: text, network: text, messages: [message] }), own);
    },
  },
  'form of the page of a wallet app': {
    max: KiB,
    pieces: ['id=', '&', 'answer=confirm&', '%41', '+', '='],
    prefixes: ['id=a&answer='],
    parse: readAnswer,
  },
};
