import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Receipt } from '../../src/contract/receipt.ts';
import { armor } from '../../src/crypto/age/armor.ts';
import { encryptBytes } from '../../src/crypto/age/in-memory.ts';
import { AgeRecipient } from '../../src/crypto/age/keys/x25519.ts';
import { type Identity, identityFromSeed } from '../../src/crypto/identity.ts';
import { signReceipt } from '../../src/features/licensing/receipt.ts';
import type { SoldSong } from './sold-song.ts';

/** The response of a node for a licence. */
interface GivenKey {
  secret: string;
  recipient: string;
  receipt: Receipt | null;
}

/** A public node with a song and its key, whose answers the test can falsify. */
export interface SellingNode {
  host: string;
  identity: Identity;
  /** The received requests, without their queries. */
  asked: string[];
  /** Changes the key that it sends. */
  changeKey: (given: GivenKey) => GivenKey;
  /** Returns true if it has sent a response itself. */
  handleKeyRequest: (request: IncomingMessage, response: ServerResponse) => boolean;
  /** Whether it claims to have the file. */
  holds: boolean;
  /** Sends the encrypted file. */
  sendFile: (response: ServerResponse) => void;
  stop(): Promise<void>;
}

const json = (response: ServerResponse, status: number, document: unknown): void => {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(document));
};

export async function startSellingNode(song: SoldSong, seed: number): Promise<SellingNode> {
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://node');
    node.asked.push(`${request.method} ${url.pathname}`);
    response.on('error', () => {});
    if (url.pathname === '/api/v1/auth.twa') json(response, 200, { auth_v1_token: 'a-token' });
    else if (request.method === 'HEAD') response.writeHead(node.holds ? 200 : 404).end();
    else if (url.pathname.startsWith('/api/v1/storage/')) node.sendFile(response);
    else if (!node.handleKeyRequest(request, response)) void sendKey(url, response);
  });
  const sendKey = async (url: URL, response: ServerResponse) => {
    const given = node.changeKey({
      secret: song.identity.secretKey(),
      recipient: url.searchParams.get('recipient') ?? '',
      receipt: signReceipt(node.identity, song.facts, Date.now()),
    });
    const { content_address, content_id, key_hash } = song.facts;
    const key = armor(await encryptBytes(Buffer.from(given.secret), [AgeRecipient.parse(given.recipient)]));
    json(response, 200, { content_address, content_id, key_hash, key, receipt: given.receipt });
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const node: SellingNode = {
    host: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    identity: identityFromSeed(Buffer.alloc(32, seed)),
    asked: [],
    changeKey: (given) => given,
    handleKeyRequest: () => false,
    holds: true,
    sendFile: (response) => response.writeHead(200, { 'Content-Length': song.file.length }).end(song.file),
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return node;
}
